package io.quipu.testing.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.quipu.edge.resp.RespSocket;
import io.quipu.testing.dev.Thorough;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A scan of Redis clients finds each counter of a namespace, whatever pages it has. */
@Thorough
@EndToEnd
class RespScanIT {
  private static final int COUNTERS = 350;

  private static RunningQuipu quipu;
  private static Api api;
  private static final Set<String> ALL = new TreeSet<>();
  private RespSocket redis;

  @BeforeAll
  static void start(SharedQuipu shared) {
    quipu = shared.open();
    api = quipu.api(0);
    List<String> events = new ArrayList<>();
    for (int i = 0; i < COUNTERS; i++) {
      String name = (i % 7 == 0 ? "seventh:" : "scan:") + i;
      ALL.add(name);
      events.add("{\"namespace\": \"redis-hash-two\", \"counter\": \"%s\"}".formatted(name));
    }
    api.post("/v1/events", "application/json", events.toString()).expect(201);
    ALL.forEach(name -> api.settled("redis-hash-two", name));
  }

  @BeforeEach
  void connect() throws IOException {
    redis = new RespSocket(quipu.respAddress(0));
    redis.ask("SELECT", "9");
  }

  @AfterEach
  void disconnect() throws IOException {
    redis.close();
  }

  /** The names of all pages of a scan; each page on a connection of its own if asked for. */
  private List<String> scan(boolean anew, String... options) throws IOException {
    List<String> names = new ArrayList<>();
    String cursor = "0";
    do {
      List<String> words = new ArrayList<>(List.of("SCAN", cursor));
      words.addAll(List.of(options));
      String page = redis.ask(words.toArray(String[]::new));
      assertThat(page).matches("\\[[0-9]+, \\[.*]]");
      cursor = page.substring(1, page.indexOf(','));
      String list = page.substring(page.indexOf(',') + 3, page.length() - 2);
      names.addAll(list.isEmpty() ? List.of() : List.of(list.split(", ")));
      if (anew) {
        disconnect();
        connect();
      }
    } while (!cursor.equals("0"));
    return names;
  }

  @Test
  void findsEachCounterOnce() throws IOException {
    for (String count : List.of("1", "100", "349", "350", "351", "1000000")) {
      assertThat(scan(false, "COUNT", count)).containsExactlyElementsOf(ALL);
    }
    assertThat(scan(true)).as("on other connections").containsExactlyElementsOf(ALL);
  }

  @Test
  void findsWhatMatches() throws IOException {
    List<String> seventh = ALL.stream().filter(name -> name.startsWith("seventh:")).toList();
    assertThat(scan(false, "MATCH", "seventh:*")).isEqualTo(seventh);
    assertThat(scan(false, "MATCH", "*enth:*", "COUNT", "5")).isEqualTo(seventh);
    assertThat(scan(false, "match", "scan:1[02]")).containsExactly("scan:10", "scan:12");
    assertThat(scan(false, "MATCH", "scan:1")).containsExactly("scan:1");
    assertThat(scan(false, "MATCH", "nothing*")).isEmpty();
    assertThat(scan(false, "TYPE", "string", "MATCH", "scan:1")).containsExactly("scan:1");
    assertThat(scan(false, "TYPE", "list")).isEmpty();
  }

  @Test
  void wrongWordsAreRefused() throws IOException {
    assertThat(redis.ask("SCAN", "x")).startsWith("-ERR invalid cursor 'x': begin with 0");
    assertThat(redis.ask("SCAN", "-1")).startsWith("-ERR invalid cursor '-1'");
    assertThat(redis.ask("SCAN", "12345")).startsWith("-ERR the cursor is not known");
    assertThat(redis.ask("SCAN", "0", "COUNT", "0"))
        .startsWith("-ERR syntax error: the form is SCAN ");
    assertThat(redis.ask("SCAN", "0", "COUNT", "x")).startsWith("-ERR value is not an integer");
    assertThat(redis.ask("SCAN", "0", "MATCH")).startsWith("-ERR syntax error: the form is SCAN ");
    assertThat(redis.ask("SCAN", "0", "OTHER", "x"))
        .startsWith("-ERR syntax error: the form is SCAN ");
    assertThat(redis.ask("SCAN", "0", "MATCH", "*" + "x".repeat(128)))
        .startsWith("-ERR the pattern");
    String page = redis.ask("SCAN", "0");
    redis.ask("SELECT", "1");
    assertThat(redis.ask("SCAN", page.substring(1, page.indexOf(','))))
        .as("of another namespace")
        .startsWith("-ERR the cursor is not known");
  }
}
