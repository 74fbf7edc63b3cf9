package io.quipu.edge.web;

import io.quipu.engine.input.InvalidInput;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name of a version of a response (RFC 9110). A caller sends the tag of the version it has. */
public record EntityTag(String text) {
  /** The text of a header that names every version. */
  public static final String ANY = "*";

  private static final String WEAK = "W/";
  private static final int DIGEST_BYTES = 8;
  private static final Pattern NONE = Pattern.compile("[\\s,]*");
  private static final Pattern LISTED =
      Pattern.compile("\\G[\\s,]*(?:W/)?\"([^\"]*)\"\\s*(?:,|\\z)");

  /** Makes the tag of a version whose text has only letters, digits and punctuation. */
  public static EntityTag of(String version) {
    return new EntityTag('"' + version + '"');
  }

  /**
   * Makes the weak tag of a state. Answers of one state mean the same, but are not the same byte by
   * byte: a count that is the same may be settled further.
   */
  public static EntityTag ofState(String version) {
    return new EntityTag(WEAK + of(version).text);
  }

  /** Makes the tag of exactly this content. */
  public static EntityTag ofContent(byte[] content) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      return of(HexFormat.of().formatHex(Arrays.copyOf(digest, DIGEST_BYTES)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Reads the versions that headers such as {@code If-Match} name, without quotes. A header that is
   * an asterisk gives {@link #ANY}. In any other header, text outside of quotes is ignored.
   *
   * @param weak whether tags with {@code W/} before the quote are read, too, or are ignored
   */
  public static List<String> versions(List<String> headers, boolean weak) {
    List<String> found = new ArrayList<>();
    for (String header : headers) {
      if (header.trim().equals(ANY)) {
        found.add(ANY);
      } else {
        addVersions(header, weak, found);
      }
    }
    return found;
  }

  /** Tells whether headers name a tag, which may be weak, as {@link #versions} reads them. */
  static boolean isNamed(List<String> headers, boolean weak, @Nullable CharSequence tag) {
    List<String> named = versions(headers, weak);
    return named.contains(ANY)
        || (tag != null
            && (weak || !isWeak(tag))
            && versions(List.of(tag.toString()), true).stream().anyMatch(named::contains));
  }

  static boolean isWeak(CharSequence tag) {
    return tag.toString().startsWith(WEAK);
  }

  /**
   * Reads the versions of a header that decides about a change.
   *
   * @throws InvalidInput naming the header if it is neither an asterisk nor a list of tags, or has
   *     an asterisk in quotes, which is no version: it would let through what it was to prevent
   */
  public static List<String> versionsOfChange(String header, List<String> values, boolean weak) {
    String text = String.join(",", values).trim();
    int end = 0;
    boolean isList = !text.equals(ANY);
    for (Matcher tag = LISTED.matcher(text); isList && tag.find(); end = tag.end()) {
      isList = !tag.group(1).equals(ANY);
    }
    if (!text.equals(ANY)
        && (!isList || end == 0 || !NONE.matcher(text.substring(end)).matches())) {
      throw new InvalidInput(
          header,
          header
              + " must be the ETag of an answer with its quotes, such as \"a1\", several with commas,"
              + " or * without quotes for any version");
    }
    return versions(values, weak);
  }

  private static void addVersions(String header, boolean weak, List<String> found) {
    int open = header.indexOf('"');
    while (open >= 0) {
      int close = header.indexOf('"', open + 1);
      if (close < 0) {
        return;
      }
      String version = header.substring(open + 1, close);
      // In quotes the asterisk is an ordinary version, and no response has this version.
      if (!version.equals(ANY) && (weak || !header.startsWith(WEAK, open - WEAK.length()))) {
        found.add(version);
      }
      open = header.indexOf('"', close + 1);
    }
  }
}
