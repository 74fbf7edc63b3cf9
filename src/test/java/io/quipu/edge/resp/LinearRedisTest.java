package io.quipu.edge.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Database 0, of kind {@code linear}: any commands, in any order, have the replies of Redis. */
class LinearRedisTest extends ConnectedRedis {
  private static final long LIMIT = 1_000_000_000_000_000L;

  private final Random random = new Random(46);

  /** What Redis would hold. A key may be a number and a hash, which it may not be in Redis. */
  private final Map<String, Long> numbers = new TreeMap<>();

  private final Map<String, Map<String, Long>> hashes = new TreeMap<>();

  LinearRedisTest() {
    super(ServedRedis.linear());
  }

  private String one(String... words) {
    return words[random.nextInt(words.length)];
  }

  private Map<String, Long> hash(String key) {
    return hashes.getOrDefault(key, Map.of());
  }

  private boolean exists(String key) {
    return numbers.containsKey(key) || !hash(key).isEmpty();
  }

  private static String quoted(Long number) {
    return number == null ? "nil" : number.toString();
  }

  @Test
  void anyCommandsHaveTheRepliesOfRedis() throws IOException {
    for (int i = 0; i < 3_000; i++) {
      String key = one("a", "ab", "a b", "\0", "é", "a:");
      String field = one("", "f", "ff", "\0", "\u001f", "a", "é");
      long delta = random.nextInt(4) == 0 ? 0 : random.nextLong(-LIMIT, LIMIT);
      String[] command = command(key, field, delta);
      assertThat(socket.ask(command))
          .as("command %d: %s", i, List.of(command))
          .isEqualTo(expected(command, key, field, delta));
    }
    assertThat(socket.ask("SCAN", "0"))
        .isEqualTo(
            "[0, ["
                + Stream.of("\0", "a", "a b", "a:", "ab", "é")
                    .filter(this::exists)
                    .collect(Collectors.joining(", "))
                + "]]");
  }

  private String[] command(String key, String field, long delta) {
    return switch (random.nextInt(20)) {
      case 0 -> new String[] {"INCR", key};
      case 1 -> new String[] {"DECR", key};
      case 2 -> new String[] {"INCRBY", key, "" + delta};
      case 3 -> new String[] {"DECRBY", key, "" + delta};
      case 4 -> new String[] {"SET", key, "" + delta, "NX"};
      case 5 -> new String[] {"SETNX", key, "" + delta};
      case 6 -> new String[] {"GET", key};
      case 7 -> new String[] {"STRLEN", key};
      case 8 -> new String[] {"EXISTS", key, key};
      case 9 -> new String[] {"TYPE", key};
      case 10 -> new String[] {one("DEL", "UNLINK"), key};
      case 11 -> new String[] {"HDEL", key, field, field};
      case 12 -> new String[] {"HGET", key, field};
      case 13 -> new String[] {"HMGET", key, field, "f"};
      case 14 -> new String[] {"HGETALL", key};
      case 15 -> new String[] {"HLEN", key};
      case 16 -> new String[] {"HEXISTS", key, field};
      case 17 -> new String[] {"HSTRLEN", key, field};
      case 18 -> new String[] {"HSCAN", key, "0"};
      default -> new String[] {"HINCRBY", key, field, "" + delta};
    };
  }

  private String expected(String[] command, String key, String field, long delta) {
    return switch (command[0]) {
      case "INCR" -> ":" + numbers.merge(key, 1L, Long::sum);
      case "DECR" -> ":" + numbers.merge(key, -1L, Long::sum);
      case "INCRBY" -> ":" + numbers.merge(key, delta, Long::sum);
      case "DECRBY" -> ":" + numbers.merge(key, -delta, Long::sum);
      case "SET" -> numbers.putIfAbsent(key, delta) == null ? "+OK" : "nil";
      case "SETNX" -> numbers.putIfAbsent(key, delta) == null ? ":1" : ":0";
      case "GET" -> quoted(numbers.get(key));
      case "STRLEN" -> ":" + (numbers.containsKey(key) ? quoted(numbers.get(key)).length() : 0);
      case "EXISTS" -> exists(key) ? ":2" : ":0";
      case "TYPE" -> numbers.containsKey(key) ? "+string" : exists(key) ? "+hash" : "+none";
      case "DEL", "UNLINK" -> {
        boolean existed = exists(key);
        numbers.remove(key);
        hashes.remove(key);
        yield existed ? ":1" : ":0";
      }
      case "HDEL" -> hash(key).isEmpty() || hash(key).remove(field) == null ? ":0" : ":1";
      case "HGET" -> quoted(hash(key).get(field));
      case "HMGET" -> "[" + quoted(hash(key).get(field)) + ", " + quoted(hash(key).get("f")) + "]";
      case "HGETALL" -> all(key);
      case "HLEN" -> ":" + hash(key).size();
      case "HEXISTS" -> hash(key).containsKey(field) ? ":1" : ":0";
      case "HSTRLEN" ->
          ":" + (hash(key).containsKey(field) ? quoted(hash(key).get(field)).length() : 0);
      case "HSCAN" -> "[0, " + all(key) + "]";
      default ->
          ":" + hashes.computeIfAbsent(key, any -> new TreeMap<>()).merge(field, delta, Long::sum);
    };
  }

  private String all(String key) {
    List<String> words = new ArrayList<>();
    hash(key).forEach((field, count) -> words.addAll(List.of(field, "" + count)));
    return "[" + String.join(", ", words) + "]";
  }

  /** A reader who takes the key and its field apart finds them again. */
  @Test
  void noKeyIsTheCounterOfAField() throws IOException {
    assertThat(socket.ask("HINCRBY", "a", "b\u001fc", "5")).isEqualTo(":5");
    for (String command : List.of("INCR", "GET", "DEL", "EXISTS", "HGETALL", "TYPE", "TTL")) {
      assertThat(socket.ask(command, "a\u001fb"))
          .as(command)
          .startsWith("-ERR a key of kind linear must not have the character 31");
    }
    assertThat(socket.ask("HGETALL", "a")).isEqualTo("[b\u001fc, 5]");
    assertThat(socket.ask("HINCRBY", "a", "x".repeat(511), "1"))
        .isEqualTo("-ERR key and field are 512 bytes long together; at most 511 bytes are allowed");
    assertThat(socket.ask("HGETALL", "k".repeat(512))).isEqualTo("[]");
  }

  /** Its fields begin again at 0, as counters do. */
  @Test
  void aHashOfANamespaceWithAPeriodHasATimeToLive() throws IOException {
    Namespace votes =
        TestNamespaces.withSettings(
            Namespace.of("votes", "linear"), Map.of("period", "month", "max", "100"));
    try (ServedRedis periods = ServedRedis.of(ServedRedis.USUAL, votes);
        RespSocket client = periods.connect()) {
      client.ask("INCR", "counter");
      client.ask("HINCRBY", "hash", "f", "1");
      for (String command : List.of("TTL", "PTTL")) {
        assertThat(client.ask(command, "counter")).doesNotStartWith(":-");
        assertThat(client.ask(command, "hash")).doesNotStartWith(":-");
        assertThat(client.ask(command, "none")).isEqualTo(":-2");
        assertThat(socket.ask(command, "none")).isEqualTo(":-2");
      }
      client.ask("HDEL", "hash", "f");
      assertThat(client.ask("TTL", "hash")).isEqualTo(":-2");
    }
    socket.ask("HINCRBY", "hash", "f", "1");
    assertThat(socket.ask("TTL", "hash")).as("without a period").isEqualTo(":-1");
  }

  /** What a refusal says to write and to send is taken. */
  @Test
  void aRefusedNumberSaysWhatIsTaken() throws IOException {
    for (String number : List.of("007", "-0", "+5", " 5", "5 ", "1e3", "", "9".repeat(20))) {
      for (String command : List.of("INCRBY", "DECRBY", "SET", "SETNX", "QUIPU.ADD")) {
        assertThat(socket.ask(command, "a", number))
            .isEqualTo(
                "-ERR value is not an integer or out of range: '%s'. Write an integer from -10^15"
                        .formatted(number)
                    + " to 10^15 in digits, without +, leading 0 or space");
      }
    }
    assertThat(socket.ask("SET", "a", "2000000000000000"))
        .isEqualTo(
            "-ERR 2000000000000000 is past the limit of Quipu: one command adds -10^15 to 10^15."
                + " Nothing was counted. Send a part of it, and the rest by INCRBY, HINCRBY or"
                + " QUIPU.ADD");
    assertThat(socket.ask("SET", "a", "" + LIMIT)).isEqualTo("+OK");
    assertThat(socket.ask("INCRBY", "a", "" + LIMIT)).isEqualTo(":2000000000000000");
    assertThat(socket.ask("QUIPU.ADD", "a", "" + -LIMIT)).isEqualTo(":" + LIMIT);
  }

  @Test
  void aRefusalNamesTheBound_alsoOfSet() throws IOException {
    Namespace votes =
        TestNamespaces.withSettings(
            Namespace.of("votes", "linear"), Map.of("min", "-5", "max", "100"));
    try (ServedRedis bounded = ServedRedis.of(ServedRedis.USUAL, votes);
        RespSocket client = bounded.connect()) {
      for (String command : List.of("INCRBY a 101", "SET a 101", "HINCRBY a f 101")) {
        assertThat(client.ask(command.split(" ")))
            .isEqualTo(
                "-ERR the count would overflow its bounds: A delta of 101 would take the count from"
                    + " 0 to 101, past max, which is 100. Nothing was changed.");
      }
      assertThat(client.ask("DECRBY", "a", "6")).contains("from 0 to -6, past min, which is -5.");
      assertThat(client.ask("EXISTS", "a")).isEqualTo(":0");
    }
  }

  @Test
  void whatExistsIsNotOverwritten_andTheErrorSaysWhatToType() throws IOException {
    assertThat(socket.ask("SET", "a", "7")).isEqualTo("+OK");
    assertThat(socket.ask("SET", "a", "8"))
        .startsWith("-ERR The counter has events, and its count is 7. Nothing was changed.")
        .contains("Use INCRBY");
    assertThat(socket.ask("SET", "b", "0")).isEqualTo("+OK");
    assertThat(socket.ask("GET", "b")).isEqualTo("0");
    assertThat(socket.ask("SET", "c", "5", "EX", "10")).startsWith("-ERR syntax error: SET key");
    assertThat(socket.ask("SET", "c", "five")).startsWith("-ERR value is not an integer");
    assertThat(socket.ask("EXISTS", "c")).isEqualTo(":0");
  }

  /** In a pipeline, too. */
  @Test
  void commandsHaveTheEffectOfOneAfterTheOther() throws IOException {
    for (int i = 0; i < 50; i++) {
      socket.send("INCR", "k" + i);
      socket.send("SET", "k" + i, "5", "NX");
      socket.send("INCRBY", "k" + i, "0");
      socket.send("DEL", "k" + i);
      socket.send("SET", "k" + i, "5");
      socket.send("INCR", "k" + i);
      socket.send("HINCRBY", "k" + i, "f", "2");
      socket.send("HGET", "k" + i, "f");
    }
    for (int i = 0; i < 50; i++) {
      for (String reply : List.of(":1", "nil", ":1", ":1", "+OK", ":6", ":2", "2")) {
        assertThat(socket.reply()).isEqualTo(reply);
      }
    }
  }

  private List<String> scan(String... options) throws IOException {
    List<String> keys = new ArrayList<>();
    String cursor = "0";
    do {
      List<String> words = new ArrayList<>(List.of("SCAN", cursor));
      words.addAll(List.of(options));
      String reply = socket.ask(words.toArray(String[]::new));
      cursor = reply.substring(1, reply.indexOf(','));
      String page = reply.replaceAll("^\\[\\d+, \\[|]]$", "");
      keys.addAll(page.isEmpty() ? List.of() : List.of(page.split(", ")));
    } while (!cursor.equals("0"));
    return keys;
  }

  /** Wherever a page ends: between a key and its fields, too, where others may be between. */
  @Test
  void eachKeyIsScannedOnce_asTheTypeThatItHas() throws IOException {
    Map<String, String> types = new TreeMap<>();
    for (int i = 0; i < 600; i++) {
      String key = "k%03d".formatted(random.nextInt(100)) + "\1".repeat(random.nextInt(3));
      String field = one("f", "g", "h");
      switch (random.nextInt(5)) {
        case 0, 1 -> socket.ask("INCR", key);
        case 2 -> socket.ask("HDEL", key, field);
        default -> socket.ask("HINCRBY", key, field, "1");
      }
      types.put(key, "");
    }
    for (int i = 0; i < 30; i++) {
      // moves the ends of all pages
      String first = "a%02d".formatted(i);
      socket.ask("INCR", first);
      types.put(first, "");
      for (Map.Entry<String, String> each : types.entrySet()) {
        each.setValue(socket.ask("TYPE", each.getKey()).substring(1));
      }
      for (String type : List.of("string", "hash")) {
        assertThat(scan("TYPE", type))
            .as("%s after %s", type, first)
            .containsExactlyInAnyOrderElementsOf(
                types.keySet().stream().filter(key -> types.get(key).equals(type)).toList());
      }
      assertThat(scan())
          .as("after %s", first)
          .containsExactlyInAnyOrderElementsOf(
              types.keySet().stream().filter(key -> !types.get(key).equals("none")).toList());
    }
  }

  @Test
  void manyFieldsAreScanned_andAKeyIsOneKey() throws IOException {
    for (int i = 0; i < 1_050; i++) {
      socket.send("HINCRBY", "many", "f%04d".formatted(i), "1");
    }
    for (int i = 0; i < 1_050; i++) {
      assertThat(socket.reply()).isEqualTo(":1");
    }
    socket.ask("INCR", "other");
    assertThat(socket.ask("HLEN", "many")).startsWith("-ERR the key has more than 1000 fields");
    List<String> fields = new ArrayList<>();
    String cursor = "0";
    do {
      String reply = socket.ask("HSCAN", "many", cursor, "COUNT", "200", "NOVALUES");
      cursor = reply.substring(1, reply.indexOf(','));
      fields.addAll(List.of(reply.replaceAll("^\\[\\d+, \\[|]]$", "").split(", ")));
    } while (!cursor.equals("0"));
    assertThat(fields).hasSize(1_050).doesNotHaveDuplicates();
    String first = socket.ask("SCAN", "0");
    cursor = first.substring(1, first.indexOf(','));
    assertThat(first).endsWith("[many]]");
    assertThat(socket.ask("SCAN", cursor)).isEqualTo("[0, [other]]");
    assertThat(socket.ask("SCAN", "0", "TYPE", "string", "MATCH", "o*")).isEqualTo("[0, [other]]");
    assertThat(socket.ask("HSCAN", "other", cursor)).startsWith("-ERR the cursor is not known");
    assertThat(socket.ask("DEL", "many")).isEqualTo(":1");
    assertThat(socket.ask("HLEN", "many")).isEqualTo(":0");
    assertThat(socket.ask("EXISTS", "many")).isEqualTo(":0");
  }
}
