package io.quipu.ops.config;

import java.time.Duration;
import java.util.Optional;

/**
 * One row of the table of variables.
 *
 * @param group the heading above the row
 * @param form the form of the value: a word with bounds, or the words that follow "allowed"
 * @param usual the default value; words in parentheses if there is none or code computes it
 * @param meaning the description in the documentation
 */
record Variable(String group, String name, String form, String usual, String meaning) {
  private static final String NUMBER = "number";
  private static final String LENGTH = "length";
  private static final String FLAG = "flag";
  private static final String CHOICE = "one of ";
  private static final String SECRET = "secret";
  private static final String FILE = "file ";

  boolean isSecret() {
    return form.equals(SECRET);
  }

  /** The variable that names a file with the secret. */
  String twin() {
    return name + "_FILE";
  }

  /** The words that follow "allowed" in an error. */
  String allowed() {
    String[] words = form.split(" ", -1);
    return switch (words[0]) {
      case NUMBER -> "is a number from " + words[1] + " to " + words[2];
      case LENGTH ->
          "is a length of time from " + words[1] + " to " + words[2] + ", such as " + usual;
      case FLAG -> "are true and false";
      case "one" -> "are " + form.substring(CHOICE.length());
      case "file" ->
          "is the path of a file " + form.substring(FILE.length()) + ", and not what is in it";
      default -> form;
    };
  }

  Optional<Integer> number(String value) {
    String[] words = form.split(" ", -1);
    // Ten digits are enough for every limit, and cannot overflow a long.
    return Optional.of(value.matches("[0-9]{1,10}") ? Long.parseLong(value) : -1)
        .filter(n -> n >= Long.parseLong(words[1]) && n <= Long.parseLong(words[2]))
        .map(Long::intValue);
  }

  Optional<Duration> length(String value) {
    String[] words = form.split(" ", -1);
    return Durations.parse(value, words[1], words[2]);
  }

  /** An error with the variable, its value unless it may be a secret, and the allowed values. */
  InvalidConfiguration refused(String value) {
    return refused(value, "allowed " + allowed());
  }

  InvalidConfiguration refused(String value, String complaint) {
    return form.startsWith(FILE)
        ? InvalidConfiguration.unshown(name, complaint)
        : InvalidConfiguration.of(name, value, complaint);
  }
}
