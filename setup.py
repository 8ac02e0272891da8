"""pip install . : the extension and the program are built by CMake, as everywhere else."""
import os
import pathlib
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        given = os.environ.get("DISCREET_BUILD")  # a folder that CMake has configured is used as it is
        build = pathlib.Path(given or self.build_temp).resolve()
        if not given:
            build.mkdir(parents=True, exist_ok=True)
            ninja = ["-G", "Ninja"] if shutil.which("ninja") and not (build / "CMakeCache.txt").exists() else []
            hints = []
            try:
                import pybind11
                hints = [f"-Dpybind11_DIR={pybind11.get_cmake_dir()}"]
            except ImportError:
                pass  # CMake looks for it by itself
            subprocess.run(["cmake", "-S", str(ROOT), "-B", str(build), *ninja, *hints, "-DCMAKE_BUILD_TYPE=Release", "-DDISCREET_TESTS=OFF",
                            "-DDISCREET_BENCH=OFF", "-DDISCREET_PYTHON_MODULE=ON", f"-DPython_EXECUTABLE={sys.executable}"], check=True)
        subprocess.run(["cmake", "--build", str(build), "--target", "discreet_python", "discreet_cli"], check=True)
        made = pathlib.Path(self.get_ext_fullpath(ext.name))
        made.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(next((build / "python" / "discreet").glob("_core*.so")), made)
        program = made.parent / "bin" / "discreet"
        program.parent.mkdir(exist_ok=True)
        shutil.copy2(build / "discreet", program)


setup(ext_modules=[Extension("discreet._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
