#!/usr/bin/env bash
# Sets up the image in which submissions are graded. Python packages come from the wheels in this archive.
set -eu
cd "$(dirname "$0")"

find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11; do
        if command -v "$python" > /dev/null && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
            command -v "$python"
            return
        fi
    done
    return 1
}

install() {
    command -v apt-get > /dev/null && [ "$(id -u)" -eq 0 ] || return 1
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends "$@"
}

find_python > /dev/null || install python3.11 || { echo 'Python 3.11 or newer is needed' >&2; exit 1; }
python=$(find_python)

# A wheel of pure Python is installed by unpacking it: neither pip nor a network is needed.
rm -rf lib
mkdir lib
for wheel in wheels/*.whl; do
    "$python" -m zipfile -e "$wheel" lib
done
ln -sf "$python" python

# It makes the filter of system calls, without which no submission is run.
"$python" -c 'import ctypes; ctypes.CDLL("libseccomp.so.2")' 2> /dev/null || install libseccomp2 \
    || { echo 'libseccomp2 is needed' >&2; exit 1; }

# Without bubblewrap, submissions run as a user that can read neither cases nor results.
command -v bwrap > /dev/null || install bubblewrap util-linux || echo 'no bubblewrap here: submissions run as another user' >&2
