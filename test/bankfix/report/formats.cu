// The same finding for other programs, and what they need to find it again.

// RUN: %exits 1 %bankfix check --format=sarif %s > %t.sarif
// RUN: %python %S/../../sarif_fixes.py %t.sarif %s > %t.cu
// RUN: %bankfix %s -o - | cmp - %t.cu
// RUN: FileCheck %s --check-prefix=SARIF < %t.sarif
// RUN: %exits 1 %bankfix check --format=github %s | FileCheck %s --check-prefix=GITHUB
// RUN: %exits 1 %bankfix check --format=gitlab %s | FileCheck %s --check-prefix=GITLAB
// RUN: %exits 1 %bankfix check --format=json %s > %t.json
// RUN: %validate < %t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %exits 2 %bankfix check --format=xml %s 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: '--format=xml': expected text, json, sarif, github, gitlab or html

// SARIF: "version": "2.1.0"
// SARIF: "id": "bankfix-shared-load"
// SARIF: "text": "cp.async
// SARIF: "executionSuccessful": true
// SARIF: "columnKind": "utf16CodeUnits"
// SARIF: "ruleId": "bankfix-shared-load"
// SARIF: "text": "load of 'tile[threadIdx.x][threadIdx.y]' has 32-way bank conflicts
// SARIF: "startLine": [[#@LINE+29]]
// SARIF-NEXT: "startColumn": 23
// SARIF-NEXT: "endColumn": 53
// SARIF: "kind": "function"
// SARIF: "bankfix/v1": "[[PRINT:[0-9a-f]+]]"
// SARIF: "byteOffset":
// SARIF: "text": "33"

// GITHUB: ::warning file={{.*}}formats.cu,line=[[#@LINE+21]],col=28,endColumn=58,title=bankfix-shared-load::load of {{.*}}%0A'tile[32][32] -> tile[32][33]'

// GITLAB: "description": "load of 'tile[threadIdx.x][threadIdx.y]'
// GITLAB: "check_name": "bankfix-shared-load"
// GITLAB: "fingerprint": "{{[0-9a-f]+}}"
// GITLAB: "severity": "major"
// GITLAB: "begin": [[#@LINE+15]]

// JSON: "end_column": 58
// JSON-NEXT: "fingerprint": "{{[0-9a-f]+}}"
// JSON-NEXT: "rule": "bankfix-shared-load"
// JSON-NEXT: "severity": "warning"
// JSON-NEXT: "message": "load of
// JSON: "edits": [
// JSON: "text": "33"

__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // Columns of SARIF count UTF-16 units: what stands before is wider in bytes.
  /* äöü€ */ out[0] = tile[threadIdx.x][threadIdx.y];
}

void run(float *out, float *in) { transpose<<<1, dim3(32, 32)>>>(out, in); }
