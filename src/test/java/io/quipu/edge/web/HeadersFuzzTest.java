package io.quipu.edge.web;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.quipu.testing.fuzz.Finding;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Headers that say what a caller sends, accepts or has. Where one keeps to the grammar of RFC 9110
 * it means what it says there; any other is read without an exception.
 */
class HeadersFuzzTest {
  private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
  private static final String OWS = "[ \t]*";
  private static final String TYPE = "(" + TOKEN + "/" + TOKEN + ")";
  private static final String NEXT = OWS + ";" + OWS;
  private static final String PARAMETER = NEXT + "(?!q=)" + TOKEN + "=" + TOKEN;
  private static final String QUALITY = NEXT + "q=([01](?:\\.[0-9]{0,3})?)";
  private static final Pattern RANGE =
      Pattern.compile(OWS + TYPE + "(?i:" + PARAMETER + ")*(?i:" + QUALITY + ")?" + OWS);
  private static final String VALUE = "(?:" + TOKEN + "|\"[^\";\\\\]*\")";
  private static final Pattern MEDIA_TYPE =
      Pattern.compile(TYPE + "((?:" + NEXT + TOKEN + "=" + VALUE + ")*)");
  private static final Pattern CHARSET =
      Pattern.compile("(?i);" + OWS + "charset\\*?=(?:\"([^\"]*)\"|([^;\" \t]*))");
  private static final Pattern TAG = Pattern.compile("(?:W/)?(\"[!#-~\\x80-\\xff]*\")");

  @FuzzTest
  void accept(byte[] bytes) {
    String header = text(bytes);
    Optional<String> table =
        Finding.accepted(() -> MediaTypes.chosen(List.of(header), MediaTypes.JSON, MediaTypes.CSV));
    boolean stream = MediaTypes.isNamed(List.of(header), "text/event-stream");

    List<Matcher> ranges =
        Arrays.stream(header.split(",", -1))
            .filter(part -> !part.isBlank())
            .map(RANGE::matcher)
            .toList();
    if (!ranges.isEmpty() && ranges.stream().allMatch(Matcher::matches)) {
      Finding.unlessEqual(table, chosen(ranges), "the type of a table");
      Finding.unlessEqual(stream, exactness(ranges, "text/event-stream") == 2, "SSE is named");
    }
  }

  @FuzzTest
  void contentType(byte[] bytes) {
    String header = text(bytes);
    Optional<String> type = Finding.accepted(() -> MediaTypes.bodyType(header));

    type.ifPresent(
        read -> Finding.unlessEqual(read, read.strip().toLowerCase(Locale.ROOT), "lower case"));
    Matcher form = MEDIA_TYPE.matcher(header);
    if (form.matches()) {
      boolean isUtf8 =
          CHARSET
              .matcher(form.group(2))
              .results()
              .map(found -> Optional.ofNullable(found.group(1)).orElse(found.group(2)))
              .allMatch(charset -> charset.equalsIgnoreCase("utf-8"));
      Finding.unlessEqual(
          type,
          isUtf8 ? Optional.of(form.group(1).toLowerCase(Locale.ROOT)) : Optional.empty(),
          "the type of a body");
    }
  }

  @FuzzTest
  void ifNoneMatch(byte[] bytes) {
    String header = text(bytes);
    boolean isNamed = EntityTag.versions(List.of(header), true).contains("5-5");

    List<Matcher> tags =
        Arrays.stream(header.split(",", -1))
            .map(part -> part.replaceAll("^[ \t]+|[ \t]+$", ""))
            .filter(part -> !part.isEmpty())
            .map(TAG::matcher)
            .toList();
    if (tags.stream().allMatch(Matcher::matches)) {
      Finding.unlessEqual(
          isNamed, tags.stream().anyMatch(tag -> tag.group(1).equals("\"5-5\"")), "a named tag");
      Finding.unlessEqual(
          EntityTag.versions(List.of(header), false).contains("5-5"),
          tags.stream().anyMatch(tag -> tag.group().equals("\"5-5\"")),
          "a tag that is named strongly");
    }
  }

  /** CSV where it weighs more than JSON, or as much and is named more exactly. */
  private static Optional<String> chosen(List<Matcher> ranges) {
    double json = weight(ranges, MediaTypes.JSON);
    double csv = weight(ranges, MediaTypes.CSV);
    if (json == 0 && csv == 0) {
      return Optional.empty();
    }
    boolean isNamed = exactness(ranges, MediaTypes.CSV) > exactness(ranges, MediaTypes.JSON);
    return Optional.of(csv > json || (csv == json && isNamed) ? MediaTypes.CSV : MediaTypes.JSON);
  }

  private static double weight(List<Matcher> ranges, String type) {
    return deciding(ranges, type).map(HeadersFuzzTest::weight).orElse(0.0);
  }

  private static double weight(Matcher range) {
    return range.group(2) == null ? 1 : Math.min(1, Double.parseDouble(range.group(2)));
  }

  /** 2 for the name of a type, 1 for its group, 0 for all; -1 for a type that is not accepted. */
  private static int exactness(List<Matcher> ranges, String type) {
    return deciding(ranges, type)
        .filter(range -> weight(range) > 0)
        .map(range -> names(type).indexOf(range.group(1).toLowerCase(Locale.ROOT)))
        .orElse(-1);
  }

  /** The most specific range decides, the first of those that are alike. */
  private static Optional<Matcher> deciding(List<Matcher> ranges, String type) {
    return names(type).stream()
        .flatMap(name -> ranges.stream().filter(range -> range.group(1).equalsIgnoreCase(name)))
        .reduce((one, other) -> isSame(one, other) ? one : other);
  }

  private static boolean isSame(Matcher one, Matcher other) {
    return one.group(1).equalsIgnoreCase(other.group(1));
  }

  private static List<String> names(String type) {
    return List.of("*/*", type.replaceFirst("/.*", "/*"), type);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
