# cmake -D LIST=FILE -D OUTPUT=FILE -P build_mark.cmake: writes a source file with one hash over several files. LIST
# is a file with their names, separated by semicolons; the order counts.
file(READ ${LIST} sources)
set(all "")
foreach(source IN LISTS sources)
  file(SHA256 ${source} hash)
  string(APPEND all ${hash})
endforeach()
string(SHA256 mark "${all}")
string(REGEX REPLACE "(..)" "0x\\1, " bytes ${mark})
file(WRITE ${OUTPUT} "// Generated: the hash of the sources of the VM.
#include \"pvm/pvm.hpp\"

namespace lariat::pvm {

Hash32 build_mark()
{
    return {{${bytes}}};
}

}  // namespace lariat::pvm
")
