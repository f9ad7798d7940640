/* SPDX-License-Identifier: MIT */
/* python.exe for ./dev wheel all, over the DLL of the interpreter. */
#include <wchar.h>
#include <windows.h>

int wmain(int argc, wchar_t **argv)
{
    HMODULE python = LoadLibraryA("python311.dll");
    FARPROC run = python ? GetProcAddress(python, "Py_Main") : NULL;

    return run ? ((int (*)(int, wchar_t **))(void (*)(void))run)(argc, argv) : 3;
}
