"""The layer check catches an include that points downwards, and lets the others pass."""
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
import check_layers  # noqa: E402


class Layers(unittest.TestCase):
    def violations(self, **files):
        """Each file as folder__name=text, with .hpp added."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder, *name.split("__")).with_suffix(".hpp")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check_layers.violations(Path(folder))

    def test_an_include_of_a_layer_above_is_allowed(self):
        self.assertEqual([], self.violations(src__base__hex="", src__timers__record='#include "base/hex.hpp"\n'))

    def test_an_include_of_a_layer_below_is_found_with_its_line(self):
        found = self.violations(src__chain__block="", src__timers__record='// a record\n#include "chain/block.hpp"\n')
        self.assertEqual(1, len(found))
        self.assertIn("src/timers/record.hpp:2:", found[0])
        self.assertIn("may use only base, state, timers", found[0])

    def test_the_vm_knows_base_alone(self):
        found = self.violations(src__state__store="", src__pvm__host='#include "state/store.hpp"\n')
        self.assertIn("it may use only base, pvm", found[0])

    def test_the_tools_for_actors_know_no_node(self):
        self.assertEqual([], self.violations(src__trace__output="", src__actor_tools__shown='#include "trace/output.hpp"\n'))
        found = self.violations(src__node__pool="", src__actor_tools__shown='#include "node/pool.hpp"\n')
        self.assertIn("it may use only base", found[0])

    def test_inside_of_the_vm_the_order_of_the_folders_holds(self):
        above = {"src__pvm__pvm": "", "src__pvm__objects__value": '#include "pvm/pvm.hpp"\n'}
        self.assertEqual([], self.violations(**above, src__pvm__interpreter__loop='#include "pvm/objects/value.hpp"\n'))
        found = self.violations(src__pvm__interpreter__loop="",
                                src__pvm__objects__value='// a value\n#include "pvm/interpreter/loop.hpp"\n')
        self.assertEqual(1, len(found))
        self.assertIn("src/pvm/objects/value.hpp:2:", found[0])
        self.assertIn("pvm/objects may use only pvm/*.hpp, numbers, syntax, objects", found[0])
        self.assertIn("pvm/*.hpp may use only", self.violations(src__pvm__pvm='#include "pvm/objects/value.hpp"\n',
                                                                src__pvm__objects__value="")[0])

    def test_a_new_folder_of_the_vm_needs_its_place_in_the_order(self):
        self.assertIn("pvm/misc is not in the order", self.violations(src__pvm__misc__stuff="")[0])

    def test_a_relative_include_is_followed_to_its_layer(self):
        found = self.violations(src__cli__main="", src__base__hex='#include "../cli/main.hpp"\n')
        self.assertEqual(1, len(found))

    def test_a_public_header_may_not_show_the_inside(self):
        found = self.violations(src__base__hex="", include__lariat__timer='#include "base/hex.hpp"\n')
        self.assertIn("a public header includes", found[0])

    def test_an_include_of_no_file_is_found(self):
        self.assertIn("is no file", self.violations(src__base__hex='#include "base/gone.hpp"\n')[0])

    def test_an_unknown_folder_is_found(self):
        self.assertIn("src/misc is no layer", self.violations(src__misc__stuff="")[0])


if __name__ == "__main__":
    unittest.main()
