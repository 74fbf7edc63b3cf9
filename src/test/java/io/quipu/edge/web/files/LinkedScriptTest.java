package io.quipu.edge.web.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LinkedScriptTest {
  private static final Path RESOURCES = Path.of("src/main/resources");

  private final Map<String, String> modules = new HashMap<>();

  private String link(String path) {
    return LinkedScript.of(path, modules::get);
  }

  @Test
  void eachModuleIsThereOnce_afterThoseThatItImports() {
    modules.put(
        "a/main.js",
        "import { two } from \"./two.js\";\nimport { ONE } from \"./one.js\";\ntwo();");
    modules.put(
        "a/two.js", "import { ONE } from \"./one.js\";\n\nexport function two() {\n  ONE();\n}\n");
    modules.put("a/one.js", "export const ONE = () => 1;\n");
    assertThat(link("a/main.js"))
        .isEqualTo(
            """
            // a/one.js
            const linked$0 = (() => {
            const ONE = () => 1;

            return {ONE};
            })();
            // a/two.js
            const linked$1 = (() => {
            const { ONE } = linked$0;

            function two() {
              ONE();
            }

            return {two};
            })();
            // a/main.js
            const linked$2 = (() => {
            const { two } = linked$1;
            const { ONE } = linked$0;
            two();
            return {};
            })();
            """);
  }

  @Test
  void whatIsImportedMayHaveAnotherName_fromAnotherFolder() {
    modules.put("a/main.js", "import { one as first, $two } from \"../b/one.js\";");
    modules.put("b/one.js", "export async function one() {}\nexport class $two {}\n");
    assertThat(link("a/main.js"))
        .contains("const { one: first, $two } = linked$0;", "return {one, $two};");
  }

  @Test
  void circlesAndUnknownFormsAreRefused() {
    modules.put("a.js", "import { b } from \"./b.js\";\nexport const a = 1;");
    modules.put("b.js", "import { a } from \"./a.js\";\nexport const b = 1;");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> link("a.js"))
        .withMessage("a.js imports itself");
    modules.put("c.js", "export default 1;");
    modules.put("d.js", "import \"./c.js\";");
    modules.put("e.js", "export let changes = 1;");
    for (String path : new String[] {"c.js", "d.js", "e.js"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> link(path))
          .withMessage(path + " has an import or export that is not known");
    }
  }

  @Test
  void scriptsOfPagesHaveAllTheirModules() {
    for (String path : StaticFiles.SCRIPTS_OF_PAGES) {
      assertThat(LinkedScript.of(path, LinkedScriptTest::read)).contains("// " + path + "\n");
    }
    assertThat(LinkedScript.of("webroot/assets/dashboard/main.js", LinkedScriptTest::read))
        .contains("assets/dashboard/time-chart.js\n", "assets/dashboard/numbers.js\n");
  }

  private static String read(String path) {
    try {
      return Files.readString(RESOURCES.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
