package io.quipu.edge.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

class BadgeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "back in black",
        "</text><script>alert(1)</script>",
        "\" onload=\"alert(1)",
        "a & b",
        "\u0000\u001f\ud800",
        "\ud83d\udc38",
        "50 %d %s",
      })
  void saysAnyLabelLiterally(String label) throws Exception {
    Element picture = parsed(Badge.of(label, 5));
    assertThat(picture.getElementsByTagName("script").getLength()).isZero();
    assertThat(picture.hasAttribute("onload")).isFalse();
    assertThat(text(picture, 0)).hasSameSizeAs(label);
    assertThat(text(picture, 1)).isEqualTo("5");
  }

  @Test
  void neverRounds() throws Exception {
    Element picture = parsed(Badge.of("a", new BigInteger("9999999999999999990")));
    assertThat(text(picture, 1)).isEqualTo("9,999,999,999,999,999,990");
    assertThat(text(parsed(Badge.of("a", -1234L)), 1)).isEqualTo("-1,234");
  }

  @Test
  void shortensALongLabel_butNotInTheTitle() throws Exception {
    Element picture = parsed(Badge.of("x".repeat(512), 1));
    assertThat(text(picture, 0)).hasSize(60).endsWith("\u2026");
    assertThat(picture.getElementsByTagName("title").item(0).getTextContent())
        .isEqualTo("x".repeat(512) + ": 1");
    assertThat(Integer.parseInt(picture.getAttribute("width"))).isLessThan(600);
  }

  private static String text(Element picture, int which) {
    return picture.getElementsByTagName("text").item(which).getTextContent();
  }

  private static Element parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }
}
