// A file mapped read-only, on any system.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace raccord {

class MappedFile {
 public:
  // A path in UTF-8. Throws `Damaged` where there is nothing to map, with the system's reason if it gave one.
  static std::shared_ptr<const MappedFile> open(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::uint8_t> bytes() const { return {static_cast<const std::uint8_t*>(address_), size_}; }

 private:
  MappedFile() = default;

  void* address_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace raccord
