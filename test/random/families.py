"""Kinds of random kernels, by names such as `opencl@gfx90a` or `cuda+builds@sm_90`:

LANGUAGE[+TRAIT][@TARGET], where the traits are
  builds  the preprocessor decides parts of them; they run in every build
  flags   likewise, and bankfix reads them with the flags of a build, not without
  overrun some accesses leave their rows, so no layout may rely on it that they do not
  host    OpenCL with a host, which says what kernels lack
"""

import dataclasses

import kernels
import languages

LANGUAGES = {"cuda": languages.Cuda, "opencl": languages.OpenCL}
TRAITS = {"cuda": ("", "builds", "flags", "overrun"),
          "opencl": ("", "builds", "flags", "overrun", "host")}
FLAGS_OF = 2  # the build whose flags bankfix gets, see configurations.ARCHITECTURES


@dataclasses.dataclass(frozen=True)
class Family:
    name: str
    language: type
    trait: str
    target: str

    @property
    def prefix(self):
        """Of its kernels' names in reports."""
        return "" if self.name == "cuda" else f"{self.name}:"

    def generate(self, seed, number):
        kernel = kernels.generate(f"{self.name}:{seed}", number, self.language,
                                  self.trait in ("builds", "flags"), self.trait == "host",
                                  self.trait == "overrun")
        kernel.family = self
        return kernel

    def options(self, batch):
        """What bankfix is given for a file of kernels."""
        found = [f"--target={self.target}"] if self.target else []
        if self.trait == "flags":
            found += [flag for kernel in batch for flag in kernel.builds[FLAGS_OF].flags()]
        return found


def family(name):
    rest, _, target = name.partition("@")
    language, _, trait = rest.partition("+")
    if language not in LANGUAGES or trait not in TRAITS[language]:
        raise ValueError(f"no such kind of kernels: {name}")
    return Family(name, LANGUAGES[language], trait, target)


def one(text):
    """The kernel that [FAMILY:]SEED:NUMBER names."""
    *name, seed, number = text.split(":")
    return family(name[0] if name else "cuda").generate(seed, int(number))
