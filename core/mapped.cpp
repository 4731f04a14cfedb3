// Mapping a file: POSIX, and Windows where clubs have their laptops.
#include "mapped.hpp"

#include "image.hpp"

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#ifndef NOMINMAX  // which the library of GCC defines too
#define NOMINMAX
#endif
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#endif

namespace raccord {

#ifdef _WIN32

namespace {

struct Closing {
  HANDLE handle;
  ~Closing() {
    if (handle != nullptr && handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
  }
};

std::wstring wide(const std::string& text) {
  const int length = static_cast<int>(text.size());
  std::wstring found(MultiByteToWideChar(CP_UTF8, 0, text.data(), length, nullptr, 0), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), length, found.data(), static_cast<int>(found.size()));
  return found;
}

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const std::string& path) {
  // Others may read it, and put another file in its place, while it is mapped.
  const Closing file{CreateFileW(wide(path).c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE,
                                 nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)};
  if (file.handle == INVALID_HANDLE_VALUE)
    throw Damaged(path + ": error " + std::to_string(GetLastError()) + " of the system");
  std::shared_ptr<MappedFile> mapped(new MappedFile);
  LARGE_INTEGER size{};
  if (GetFileType(file.handle) == FILE_TYPE_DISK && GetFileSizeEx(file.handle, &size) && size.QuadPart > 0) {
    const Closing mapping{CreateFileMappingW(file.handle, nullptr, PAGE_READONLY, 0, 0, nullptr)};
    if (mapping.handle != nullptr) mapped->address_ = MapViewOfFile(mapping.handle, FILE_MAP_READ, 0, 0, 0);
    mapped->size_ = static_cast<std::size_t>(size.QuadPart);
  }
  if (mapped->address_ == nullptr) throw Damaged(path + ": not a compiled lexicon");
  return mapped;
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) UnmapViewOfFile(address_);
}

#else

std::shared_ptr<const MappedFile> MappedFile::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // a pipe would wait for a writer
  if (file < 0) throw Damaged(path + ": " + std::strerror(errno));
  std::shared_ptr<MappedFile> mapped(new MappedFile);
  struct stat status{};
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    int flags = MAP_PRIVATE;
#ifdef MAP_POPULATE
    flags |= MAP_POPULATE;
#endif
    mapped->size_ = static_cast<std::size_t>(status.st_size);
    void* const address = mmap(nullptr, mapped->size_, PROT_READ, flags, file, 0);
    if (address != MAP_FAILED) mapped->address_ = address;
  }
  ::close(file);
  if (mapped->address_ == nullptr) throw Damaged(path + ": not a compiled lexicon");
  return mapped;
}

MappedFile::~MappedFile() {
  if (address_ != nullptr) munmap(address_, size_);
}

#endif

}  // namespace raccord
