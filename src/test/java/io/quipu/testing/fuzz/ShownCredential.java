package io.quipu.testing.fuzz;

import java.util.List;
import java.util.Random;

/**
 * The credential that a request shows: a key, or something near it.
 *
 * @param lines of the head
 * @param isRight whether it opens what the key does
 */
record ShownCredential(String lines, boolean isRight) {
  /** One in so many is wrong. */
  private static final int WRONG_AMONG = 6;

  static ShownCredential drawn(Holder holder, RightsWorld world, Random random) {
    boolean isRight = random.nextInt(WRONG_AMONG) > 0;
    List<String> some =
        isRight ? spellings(holder.key()) : mistakes(holder.key(), world.formerly(), random);
    return new ShownCredential(some.get(random.nextInt(some.size())), isRight);
  }

  private static List<String> spellings(String key) {
    return List.of(
        line("Authorization: Bearer " + key),
        line("authorization: bearer " + key),
        line("AUTHORIZATION: BEARER   " + key + " "));
  }

  private static List<String> mistakes(String key, List<Holder> formerly, Random random) {
    String former = formerly.get(random.nextInt(formerly.size())).key();
    return List.of(
        "",
        line("Authorization: Bearer " + changed(key, random)),
        line("Authorization: Bearer " + key.substring(0, key.length() - 1)),
        line("Authorization: Bearer " + key + "A"),
        line("Authorization: Basic " + key),
        line("Authorization: " + key),
        line("Authorization: Bearer " + key).repeat(2),
        line("Proxy-Authorization: Bearer " + key),
        line("Authorization: Bearer qk_" + random.nextInt(1_000) + key),
        line("Authorization: Bearer " + former),
        line("Authorization: Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJmaXJzdCJ9."));
  }

  private static String line(String header) {
    return header + "\r\n";
  }

  /** With another character somewhere in the secret. */
  private static String changed(String key, Random random) {
    int secret = key.indexOf('_', 3) + 1;
    int at = secret + random.nextInt(key.length() - secret);
    char other = key.charAt(at) == 'a' ? 'b' : 'a';
    return key.substring(0, at) + other + key.substring(at + 1);
  }
}
