"""python -m discreet: the command line."""
import os
import sys

from . import _program

path = _program.program()
os.execv(path, [path, *sys.argv[1:]])
