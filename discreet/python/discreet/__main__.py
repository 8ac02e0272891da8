"""python -m discreet, and the command discreet that pip installs: the command line."""
import os
import sys

from . import _program


def main():
    path = _program.program()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
