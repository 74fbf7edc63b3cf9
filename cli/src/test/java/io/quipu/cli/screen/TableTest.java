package io.quipu.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class TableTest {
  private final StringWriter text = new StringWriter();

  @Test
  void alignsNumbersToTheRight() {
    Table table = new Table("COUNTER", "COUNT");
    table.add("a", 5);
    table.add("\u00e4\ud83d\ude00 long name", "1000000");
    table.print(new PrintWriter(text));
    assertThat(text.toString().lines())
        .containsExactly(
            "COUNTER         COUNT",
            "a                   5",
            "\u00e4\ud83d\ude00 long name  1000000");
  }

  @Test
  void alignsTextsToTheLeft() {
    Table table = new Table("ID", "NAME", "COUNT");
    table.add("a", "for the page", "-");
    table.add("bcd", "", "-1.5");
    table.print(new PrintWriter(text));
    assertThat(text.toString().lines())
        .containsExactly(
            "ID   NAME          COUNT", "a    for the page      -", "bcd                 -1.5");
  }

  @Test
  void fractionsHaveNoExponent() {
    assertThat(Table.text(new BigDecimal("1.234567890125E+10"))).isEqualTo("12345678901.25");
    assertThat(Table.text(new BigDecimal("1.25E-5"))).isEqualTo("0.0000125");
    assertThat(Table.text(new BigDecimal("1E+999999999"))).isEqualTo("1E+999999999");
  }

  @Test
  void printsNothing_whereThereIsNothing() {
    new Table("COUNTER").print(new PrintWriter(text));
    assertThat(text.toString()).isEmpty();
  }

  /** Neither what moves the cursor, nor what turns the direction of the text. */
  @Test
  void namesAreShown_notObeyed() {
    assertThat(Table.plain("a\u001b[2Jb\nc\u202ed\u2028e\u0000"))
        .isEqualTo("a\ufffd[2Jb\ufffdc\ufffdd\ufffde\ufffd");
    assertThat(Table.plain("\u00e4\ud83d\ude00 \u65e5")).isEqualTo("\u00e4\ud83d\ude00 \u65e5");
  }
}
