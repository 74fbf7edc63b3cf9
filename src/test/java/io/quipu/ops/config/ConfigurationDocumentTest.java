package io.quipu.ops.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationDocumentTest {
  private static final Path DOCUMENT = Path.of("docs", "configuration.md");
  private static final Path MADE = Path.of("target", "configuration.md");

  @Test
  void isMadeOfTheTable() throws IOException {
    String text = Files.readString(DOCUMENT);
    int end = text.indexOf("\n## ");
    String made = (end < 0 ? text : text.substring(0, end)) + tables();
    Files.writeString(MADE, made);
    assertThat(text).as("cp %s %s", MADE, DOCUMENT).isEqualTo(made);
  }

  private static String tables() {
    StringBuilder text = new StringBuilder();
    String group = "";
    for (Variable each : Table.ROWS.values()) {
      if (!each.group().equals(group)) {
        group = each.group();
        text.append("\n## ").append(group);
        text.append("\n\n| variable | default | |\n|---|---|---|\n");
      }
      text.append("| `").append(each.name()).append('`');
      text.append(each.isSecret() ? ", `_FILE`" : "");
      text.append(" | ").append(usual(each.usual())).append(bounds(each.form()));
      text.append(" | ").append(each.meaning()).append(" |\n");
    }
    return text.toString();
  }

  private static String usual(String cell) {
    return cell.startsWith("(") ? cell.substring(1, cell.length() - 1) : "`" + cell + "`";
  }

  /** What a number, a length of time or a word may be; the meaning says what other values may. */
  private static String bounds(String form) {
    String[] words = form.split(" ", -1);
    return switch (words[0]) {
      case "number", "length" -> " (" + words[1] + "\u2013" + words[2] + ")";
      case "one" -> " (" + form.substring("one of ".length()) + ")";
      default -> "";
    };
  }
}
