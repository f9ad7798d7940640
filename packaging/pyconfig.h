/* SPDX-License-Identifier: MIT */
/* What Python.h with the limited API asks of any 64-bit system, for modules that are cross
 * compiled:
 * ./dev wheel all puts it beside the headers of this machine's Python. */
#ifndef Py_PYCONFIG_H
#define Py_PYCONFIG_H

#define HAVE_LONG_LONG 1
#define HAVE_SSIZE_T 1
#define HAVE_STDDEF_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_WCHAR_H 1
#define STDC_HEADERS 1
#define SIZEOF_SHORT __SIZEOF_SHORT__
#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
#define SIZEOF_TIME_T 8

#ifdef _WIN32
#define HAVE_DECLSPEC_DLL 1
#define MS_WIN64 1
#define MS_WINDOWS 1
#define Py_ENABLE_SHARED 1 /* python3.dll has it all */
#endif

#endif
