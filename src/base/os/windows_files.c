/* SPDX-License-Identifier: MIT */
/* The files of os.h for Windows. Paths become UTF-16 with the prefix that lifts the limit of 260
 * characters. Open files may be read, renamed and removed by others, as on other systems. */
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define MOST_BYTES ((size_t)1 << 30) /* most bytes per call: counts have 32 bits */
#define MOST_UNITS 32768             /* longest path */

/* ---- Errors ---- */

/* Translates the system's last error to errno; returns false. */
static bool fail(void)
{
    static const int codes[][2] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},    {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},      {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_SHARING_VIOLATION, EACCES}, {ERROR_LOCK_VIOLATION, EACCES},
        {ERROR_USER_MAPPED_FILE, EACCES},  {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_FILE_EXISTS, EEXIST},       {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DISK_FULL, ENOSPC},         {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM}, {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_COMMITMENT_LIMIT, ENOMEM},  {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_BROKEN_PIPE, EPIPE},        {ERROR_NO_DATA, EPIPE},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},  {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_FILE_TOO_LARGE, EFBIG},     {ERROR_DIRECTORY, ENOTDIR},
    };
    DWORD last = GetLastError();

    _set_doserrno(last);
    errno = EIO;
    for (size_t c = 0; c < sizeof codes / sizeof *codes; c++)
        if ((DWORD)codes[c][0] == last)
            errno = codes[c][1];
    return false;
}

const char *rw_os_reason(void)
{
    unsigned long last = 0;

    _get_doserrno(&last);
    if (errno == EACCES && (last == ERROR_SHARING_VIOLATION || last == ERROR_USER_MAPPED_FILE))
        return "another program has it open";
    return strerror(errno);
}

/* ---- Paths ---- */

/* Converts a path for the system; NULL if memory runs out. The caller frees it. Short paths get no
 * prefix, so that names of devices work. */
static wchar_t *wide(const char *path)
{
    static const wchar_t prefix[] = L"\\\\?\\";
    wchar_t *given = malloc(MOST_UNITS * sizeof *given), *whole = NULL;
    DWORD length;

    if (!given || !MultiByteToWideChar(CP_UTF8, 0, path, -1, given, MOST_UNITS)) {
        free(given);
        errno = given ? ENAMETOOLONG : ENOMEM;
        return NULL;
    }
    length = GetFullPathNameW(given, 0, NULL, NULL);
    if (length < MAX_PATH - 12 || !wcsncmp(given, L"\\\\", 2)) /* room for an 8.3 file name */
        return given;
    if ((whole = malloc((length + 8) * sizeof *whole))) {
        wcscpy(whole, prefix);
        GetFullPathNameW(given, length + 1, whole + wcslen(prefix), NULL);
    } else
        errno = ENOMEM;
    free(given);
    return whole;
}

const char *rw_os_base(const char *path)
{
    const char *base = path;

    for (const char *at = path; *at; at++)
        if (strchr("/\\:", *at))
            base = at + 1;
    return base;
}

/* ---- Opening and moving bytes ---- */

static HANDLE open_handle(const char *path, DWORD access, DWORD how)
{
    wchar_t *name = wide(path);
    HANDLE handle;

    if (!name)
        return INVALID_HANDLE_VALUE;
    handle =
        CreateFileW(name, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, how,
                    FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS |
                        (access & DELETE ? FILE_FLAG_DELETE_ON_CLOSE : 0),
                    NULL);
    if (handle == INVALID_HANDLE_VALUE)
        fail();
    free(name);
    return handle;
}

int rw_os_open(const char *path, rw_opening opening)
{
    static const DWORD access[] = {[RW_OPEN_READ] = GENERIC_READ,
                                   [RW_OPEN_WRITE] = GENERIC_WRITE,
                                   [RW_OPEN_NEW] = GENERIC_READ | GENERIC_WRITE,
                                   [RW_OPEN_SCRATCH] = GENERIC_READ | GENERIC_WRITE | DELETE};
    HANDLE handle =
        open_handle(path, access[opening], opening >= RW_OPEN_NEW ? CREATE_NEW : OPEN_EXISTING);
    int file;

    if (handle == INVALID_HANDLE_VALUE)
        return -1;
    file = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT);
    if (file < 0)
        CloseHandle(handle);
    return file;
}

int rw_os_close(int file)
{
    return _close(file);
}

static HANDLE handle_of(int file)
{
    return (HANDLE)_get_osfhandle(file);
}

/* The offset of a transfer; NULL: the current position. */
static OVERLAPPED *place(OVERLAPPED *overlapped, int64_t at)
{
    memset(overlapped, 0, sizeof *overlapped);
    overlapped->Offset = (DWORD)(uint64_t)at;
    overlapped->OffsetHigh = (DWORD)((uint64_t)at >> 32);
    return at < 0 ? NULL : overlapped;
}

int64_t rw_os_read(int file, void *data, size_t size, int64_t at)
{
    OVERLAPPED o;
    DWORD moved = 0, last;

    if (ReadFile(handle_of(file), data, (DWORD)(size < MOST_BYTES ? size : MOST_BYTES), &moved,
                 place(&o, at)))
        return moved;
    last = GetLastError();
    if (last == ERROR_HANDLE_EOF || last == ERROR_BROKEN_PIPE)
        return 0;
    fail();
    return -1;
}

int64_t rw_os_write(int file, const void *data, size_t size, int64_t at)
{
    OVERLAPPED o;
    DWORD moved = 0;

    if (WriteFile(handle_of(file), data, (DWORD)(size < MOST_BYTES ? size : MOST_BYTES), &moved,
                  place(&o, at)) &&
        (moved || !size))
        return moved;
    if (!moved && GetLastError() == ERROR_SUCCESS) /* a pipe that accepts nothing */
        SetLastError(ERROR_DISK_FULL);
    fail();
    return -1;
}

/* ---- Information ---- */

/* Identifies a file. Wine does not know the volume of an inherited handle; FAT and some network
 * drives only have the short number. */
static bool identify(HANDLE handle, rw_file_info *info)
{
    BY_HANDLE_FILE_INFORMATION known;
    FILE_ID_INFO id;

    if (GetFileInformationByHandleEx(handle, FileIdInfo, &id, sizeof id)) {
        info->device = id.VolumeSerialNumber;
        memcpy(&info->number, &id.FileId, sizeof info->number);
        return true;
    }
    if (!GetFileInformationByHandle(handle, &known))
        return fail();
    info->device = known.dwVolumeSerialNumber;
    info->number = (uint64_t)known.nFileIndexHigh << 32 | known.nFileIndexLow;
    return true;
}

static bool describe(HANDLE handle, rw_file_info *info)
{
    FILE_STANDARD_INFO standard;
    FILE_BASIC_INFO basic;

    *info = (rw_file_info){0};
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return true;
    if (!GetFileInformationByHandleEx(handle, FileStandardInfo, &standard, sizeof standard) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic))
        return fail();
    info->folder = standard.Directory;
    info->regular = !info->folder;
    info->size = (uint64_t)standard.EndOfFile.QuadPart;
    info->changed = (uint64_t)basic.LastWriteTime.QuadPart;
    return identify(handle, info);
}

bool rw_os_look(const char *path, rw_file_info *info)
{
    HANDLE handle = open_handle(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING);
    bool fine;

    if (handle == INVALID_HANDLE_VALUE)
        return false;
    fine = describe(handle, info);
    CloseHandle(handle);
    return fine;
}

bool rw_os_look_open(int file, rw_file_info *info)
{
    return describe(handle_of(file), info);
}

/* Links are left to the system: few users may create them, and a new file replaces a link. */
int64_t rw_os_read_link(const char *path, char *target, size_t capacity)
{
    errno = EINVAL;
    return -1;
}

bool rw_os_may_write(const char *path)
{
    wchar_t *name = wide(path);
    DWORD found = name ? GetFileAttributesW(name) : INVALID_FILE_ATTRIBUTES;

    free(name);
    if (found == INVALID_FILE_ATTRIBUTES || !(found & FILE_ATTRIBUTE_READONLY))
        return true; /* other errors show on opening */
    SetLastError(ERROR_ACCESS_DENIED);
    return fail();
}

void rw_os_set_mode(int file, unsigned mode)
{
}

/* ---- Flushing and renaming ---- */

bool rw_os_reserve(int file, uint64_t size)
{
    int failed = _chsize_s(file, (__int64)size);

    errno = failed ? failed : errno;
    return !failed;
}

bool rw_os_flush(int file)
{
    return FlushFileBuffers(handle_of(file)) || fail();
}

void rw_os_flush_folder(const char *path)
{
    /* MOVEFILE_WRITE_THROUGH did it */
}

/* Retries, as a virus scanner or indexer may have the file open for a moment. */
static bool move(const wchar_t *name, const wchar_t *other)
{
    for (int attempt = 0; attempt < 10; attempt++) {
        DWORD last;

        if (MoveFileExW(name, other, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
            return true;
        last = GetLastError();
        if (last != ERROR_ACCESS_DENIED && last != ERROR_SHARING_VIOLATION)
            return false;
        Sleep(20);
        SetLastError(ERROR_SHARING_VIOLATION);
    }
    return false;
}

bool rw_os_rename(const char *from, const char *to)
{
    wchar_t *name = wide(from), *other = name ? wide(to) : NULL;
    bool fine = other && (move(name, other) || fail());

    free(name);
    free(other);
    return fine;
}

/* Applies a system call to a path. */
static bool apply(BOOL(WINAPI *call)(const wchar_t *name), const char *path)
{
    wchar_t *name = wide(path);
    bool fine = name && (call(name) || fail());

    free(name);
    return fine;
}

static BOOL WINAPI make_folder(const wchar_t *name)
{
    return CreateDirectoryW(name, NULL);
}

bool rw_os_remove(const char *path)
{
    return apply(DeleteFileW, path) || apply(RemoveDirectoryW, path);
}

bool rw_os_make_folder(const char *path)
{
    return apply(make_folder, path);
}

long rw_os_process(void)
{
    return (long)GetCurrentProcessId();
}

const void *rw_os_map(int file, uint64_t size)
{
    HANDLE mapping = CreateFileMappingW(handle_of(file), NULL, PAGE_READONLY, 0, 0, NULL);
    const void *mapped = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, (SIZE_T)size) : NULL;

    if (mapping)
        CloseHandle(mapping); /* the view keeps it open */
    if (!mapped)
        errno = ENOMEM;
    return mapped;
}

void rw_os_unmap(const void *data, uint64_t size)
{
    UnmapViewOfFile(data);
}
