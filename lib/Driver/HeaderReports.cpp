//===- HeaderReports.cpp - Each finding is told of its own file -----------===//
//
// Part of bankfix, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HeaderReports.h"
#include "HeaderUses.h"
#include "llvm/ADT/STLExtras.h"

using namespace bankfix;

/// The two say the same of one kernel.
static bool isSame(const KernelReport &A, const KernelReport &B) {
  return A.Name == B.Name && A.Instance == B.Instance && A.Place == B.Place &&
         A.Shapes == B.Shapes && A.Accesses.size() == B.Accesses.size() &&
         llvm::all_of(llvm::zip(A.Accesses, B.Accesses), [](const auto &Each) {
           const auto &[L, R] = Each;
           return L.Where.Place == R.Where.Place &&
                  L.Counts.Sure == R.Counts.Sure &&
                  L.Counts.Wavefronts == R.Counts.Wavefronts;
         });
}

/// All that is said of it.
static std::vector<FileReport *> reportsOf(FileResult &R) {
  std::vector<FileReport *> Out = {&R.Report};
  for (FileReport &Build : R.Builds)
    Out.push_back(&Build);
  return Out;
}

std::string bankfix::whyFailed(FileResult &Header) {
  for (const FileReport *Each : reportsOf(Header))
    for (const FileDiagnostic &D : Each->Diagnostics)
      if (D.Level == Severity::Error)
        return D.Message;
  return "it cannot be read in each unit";
}

/// Arrays of the file that \p Report is of, with conflicts.
static ArrayPlaces ownWithConflicts(const FileReport &Report) {
  ArrayPlaces Out;
  for (const KernelReport &K : Report.Kernels)
    for (const AccessReport &A : K.Accesses)
      if (const SourcePlace &P = K.Arrays[A.Where.Array].Array.Place;
          isFinding(A.Counts, Report.MinDegree) && P.File.empty())
        Out.insert({P.Line, P.Column});
  return Out;
}

void bankfix::joinUnits(FileResult &Header) {
  std::vector<FileReport> Units = std::move(Header.Builds);
  Header.Builds.clear();
  const ArrayPlaces Own = ownWithConflicts(Header.Report);
  for (const FileReport &Unit : Units)
    for (auto Place : ownWithConflicts(Unit))
      if (!Own.count(Place))
        Header.InOtherUnits.insert(Place);
  for (FileReport &Unit : Units) {
    FileReport *All = nullptr;
    for (FileReport *Known : reportsOf(Header))
      if (Known->Target == Unit.Target)
        All = Known;
    if (!All) {
      Header.Builds.push_back(std::move(Unit));
      continue;
    }
    for (KernelReport &K : Unit.Kernels)
      if (llvm::none_of(All->Kernels, [&](const KernelReport &Known) {
            return isSame(Known, K);
          }))
        All->Kernels.push_back(std::move(K));
  }
}

/// What the report of \p Header says of the array that a source has as \p A.
static const ArrayReport *find(const FileReport &Header, const SharedArray &A) {
  for (const KernelReport &K : Header.Kernels)
    for (const ArrayReport &Known : K.Arrays)
      if (Known.Array.Place.File.empty() && Known.Array.Name == A.Name &&
          Known.Array.OfKernel == A.OfKernel &&
          Known.Array.Place.Line == A.Place.Line &&
          Known.Array.Place.Column == A.Place.Column)
        return &Known;
  return nullptr;
}

static bool isIn(const SourcePlace &P, llvm::StringRef File) {
  return !P.File.empty() && isSameFile(P.File, File);
}

/// The report of the same GPU, if there is one.
static const FileReport &sameTarget(FileResult &Header, const FileReport &Of) {
  for (const FileReport *Each : reportsOf(Header))
    if (Each->Target == Of.Target)
      return *Each;
  return Header.Report;
}

/// Takes off what fixes of \p Header save in \p K, a kernel of \p Source.
static void save(KernelReport &K, const FileReport &Header,
                 llvm::StringRef Source) {
  for (const KernelReport &There : Header.Kernels) {
    if (There.Name != K.Name || There.Instance != K.Instance ||
        There.Shapes != K.Shapes || !isIn(There.Place, Source) ||
        There.Place.Line != K.Place.Line)
      continue;
    K.After.Wavefronts -= There.Before.Wavefronts - There.After.Wavefronts;
    K.After.Excess -= There.Before.Excess - There.After.Excess;
    return;
  }
}

/// \p D is told of another file that all of them include.
static bool isTold(const FileDiagnostic &D,
                   llvm::MutableArrayRef<FileResult> Before) {
  auto IsSame = [&](const FileDiagnostic &Other) {
    return Other.Message == D.Message && Other.Level == D.Level &&
           Other.Place.Line == D.Place.Line &&
           Other.Place.Column == D.Place.Column &&
           isIn(D.Place, Other.Place.File);
  };
  return !D.Place.File.empty() && llvm::any_of(Before, [&](FileResult &Each) {
    return llvm::any_of(reportsOf(Each), [&](FileReport *Report) {
      return llvm::any_of(Report->Diagnostics, IsSame);
    });
  });
}

ArrayPlaces bankfix::arraysWithConflicts(const FileResult &Source,
                                         llvm::StringRef Header) {
  ArrayPlaces Out;
  for (const KernelReport &K : Source.Report.Kernels)
    for (const AccessReport &A : K.Accesses)
      if (const SourcePlace &P = K.Arrays[A.Where.Array].Array.Place;
          isFinding(A.Counts, Source.Report.MinDegree) && isIn(P, Header))
        Out.insert({P.Line, P.Column});
  return Out;
}

/// The arrays of \p Header at \p Places that stay as they are.
static void
forEachStaying(FileResult &Header, const ArrayPlaces &Places,
               llvm::function_ref<void(const FileReport &, ArrayReport &)> F) {
  for (FileReport *Report : reportsOf(Header))
    for (KernelReport &K : Report->Kernels)
      for (ArrayReport &A : K.Arrays)
        if (const SourcePlace &P = A.Array.Place;
            P.File.empty() && !A.Fix && Places.count({P.Line, P.Column}))
          F(*Report, A);
}

void bankfix::takeRefusals(FileResult &Header, FileResult &Tried,
                           const ArrayPlaces &Places) {
  forEachStaying(Header, Places, [&](const FileReport &Of, ArrayReport &A) {
    if (const ArrayReport *Known = find(sameTarget(Tried, Of), A.Array)) {
      A.Refusals = Known->Refusals;
      A.Weighed = Known->Weighed;
    }
  });
}

/// \p Report fixes an array of that name, wherever it stands there.
static bool fixesNamed(const FileReport &Report, const SharedArray &A) {
  return llvm::any_of(Report.Kernels, [&](const KernelReport &K) {
    return llvm::any_of(K.Arrays, [&](const ArrayReport &There) {
      return There.Fix && There.Array.Name == A.Name &&
             There.Array.OfKernel == A.OfKernel;
    });
  });
}

bool bankfix::takeFixes(FileResult &Header, FileResult &Turn, FileResult &Both,
                        const ArrayPlaces &Places) {
  std::set<const ArrayReport *> Fixed;
  forEachStaying(Header, Places, [&](const FileReport &Of, ArrayReport &A) {
    const ArrayReport *Known = find(sameTarget(Turn, Of), A.Array);
    if (!Known || !Known->Fix || !fixesNamed(sameTarget(Both, Of), A.Array))
      return;
    A.Fix = Known->Fix;
    A.Refusals = Known->Refusals;
    A.Weighed = Known->Weighed;
    Fixed.insert(&A);
  });
  for (FileReport *Report : reportsOf(Header))
    for (KernelReport &K : Report->Kernels)
      for (const KernelReport &There : sameTarget(Turn, *Report).Kernels) {
        const bool IsFixed = llvm::any_of(
            K.Arrays, [&](const ArrayReport &A) { return Fixed.count(&A); });
        if (!IsFixed || !isSame(K, There))
          continue;
        K.After.Wavefronts -= There.Before.Wavefronts - There.After.Wavefronts;
        K.After.Excess -= There.Before.Excess - There.After.Excess;
        K.Time = There.Time;
      }
  return !Fixed.empty();
}

/// What some unit makes an instance of is looked at, whatever others say.
static void forgetUninstantiated(FileReport &Report, const FileResult &Header) {
  auto IsRead = [&](const SourcePlace &P, llvm::StringRef Name) {
    const bool IsThere =
        P.File.empty() ? Report.Path == Header.Path : isIn(P, Header.Path);
    return IsThere &&
           llvm::any_of(Header.Report.Kernels, [&](const KernelReport &K) {
             return K.Name == Name && K.Place.File.empty() &&
                    K.Place.Line == P.Line && K.Place.Column == P.Column;
           });
  };
  llvm::erase_if(Report.Unread, [&](const UnreadKernel &U) {
    return IsRead(U.Place, U.Name);
  });
  llvm::erase_if(Report.Diagnostics, [&](const FileDiagnostic &D) {
    return D.Level == Severity::Note && IsRead(D.Place, D.Subject);
  });
}

void bankfix::refuseArrays(FileResult &Header, const ArrayPlaces &Places,
                           const std::string &Why) {
  forEachStaying(Header, Places, [&](const FileReport &, ArrayReport &A) {
    if (!A.Refusals.empty())
      A.Refusals.insert(A.Refusals.begin(), {A.Refusals.front().Strategy, Why});
  });
}

void bankfix::tellOnce(FileResult &Header,
                       llvm::MutableArrayRef<FileResult> Sources) {
  for (FileReport *Report : reportsOf(Header))
    forgetUninstantiated(*Report, Header);
  for (FileResult &Source : Sources)
    for (FileReport *Report : reportsOf(Source))
      forgetUninstantiated(*Report, Header);
  for (FileResult &Source : Sources)
    for (FileReport *Report : reportsOf(Source)) {
      llvm::erase_if(Report->Kernels, [&](const KernelReport &K) {
        return isIn(K.Place, Header.Path);
      });
      const FileReport &Same = sameTarget(Header, *Report);
      for (KernelReport &K : Report->Kernels) {
        save(K, Same, Source.Path);
        for (ArrayReport &A : K.Arrays)
          if (isIn(A.Array.Place, Header.Path))
            if (const ArrayReport *Known = find(Same, A.Array)) {
              A.Fix = Known->Fix;
              A.Refusals = Known->Refusals;
              A.Weighed = Known->Weighed;
            }
      }
    }
  for (FileReport *Report : reportsOf(Header)) {
    llvm::erase_if(Report->Diagnostics,
                   [&](const FileDiagnostic &D) { return isTold(D, Sources); });
    llvm::erase_if(Report->Kernels, [&](const KernelReport &K) {
      return llvm::any_of(Sources, [&](const FileResult &Source) {
        return isIn(K.Place, Source.Path);
      });
    });
  }
}

void bankfix::refuseHeader(FileResult &Source, llvm::StringRef Header,
                           const std::string &Why) {
  for (FileReport *Report : reportsOf(Source))
    for (KernelReport &K : Report->Kernels)
      for (ArrayReport &A : K.Arrays)
        if (isIn(A.Array.Place, Header) && !A.Refusals.empty())
          A.Refusals.insert(A.Refusals.begin(),
                            {A.Refusals.front().Strategy, Why});
}
