package io.quipu.edge.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quipu.edge.resp.command.CommandName;
import io.quipu.edge.resp.command.MissingCommand;
import io.quipu.engine.keys.Grant;
import io.quipu.engine.names.Breakdowns;
import io.quipu.engine.names.Namespace;
import io.quipu.engine.names.TestNamespaces;
import io.quipu.engine.time.HandDrivenTime;
import io.quipu.ops.config.AuthConfig;
import io.quipu.service.access.AccessRules;
import io.quipu.service.auth.Caller;
import io.quipu.service.auth.KeyOrigins;
import io.quipu.service.rates.MeasuredRates;
import io.quipu.service.rates.RateLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands cost what the table of rates in docs/operations.md says. */
class RespPricesTest {
  private static final Pattern OPTIONAL = Pattern.compile("\\[([^\\[\\]]*)]");
  private static final Pattern REPEATED = Pattern.compile("\\[(\\w+) \\.\\.\\.]$");

  /** The commands of the table that cost a known caller nothing, right or wrong. */
  private static final Set<String> FREE =
      Set.of(
          "PING", "ECHO", "SELECT", "INFO", "COMMAND", "CLIENT", "AUTH", "HELLO", "MULTI", "EXEC",
          "DISCARD", "RESET", "QUIT");

  /** The commands that read pages of names: each full 100 of the limit costs 1. */
  private static final Map<String, Integer> LIMITS =
      Map.of(
          "SCAN", 100,
          "HSCAN", 100,
          "HGETALL", 1_000,
          "HKEYS", 1_000,
          "HVALS", 1_000,
          "HLEN", 1_000);

  private static final Set<String> RESETS = Set.of("DEL", "UNLINK", "HDEL");
  private static final String KEY = "qk_some_" + "a".repeat(32);

  private final MeasuredRates rates = new MeasuredRates();
  private final Random random = new Random(46);

  private static AccessRules keys(RateLimits limits) {
    return new AccessRules(AuthConfig.Method.KEYS, new KeyOrigins(), limits);
  }

  /**
   * A command with its price.
   *
   * @param words after its name
   * @param price of its caller
   * @param ofNamespace the price of its namespace
   */
  private record Priced(String name, List<String> words, long price, long ofNamespace) {
    String ask(RespSocket socket) throws IOException {
      return socket.ask(Stream.concat(Stream.of(name), words.stream()).toArray(String[]::new));
    }
  }

  /** Nobody has set a rate. */
  @Test
  void whoGuessesPasswordsIsCutOff() throws IOException {
    RateLimits none = new RateLimits(0, 0, 0, new HandDrivenTime());
    try (ServedRedis redis = new ServedRedis(ServedRedis.USUAL.with(keys(none)));
        RespSocket socket = redis.connect()) {
      for (int i = 0; i < 100; i++) {
        String password = i % 2 == 0 ? "short" : "qk_" + "wrong" + i % 4 + "_" + "a".repeat(32);
        socket.send(((i % 3 == 0 ? "HELLO 3 AUTH default " : "AUTH ") + password).split(" "));
      }
      for (int i = 0; i < 10; i++) {
        assertThat(socket.reply()).startsWith("-WRONGPASS ");
      }
      assertThatThrownBy(socket::reply).isInstanceOf(IOException.class);
      assertThat(redis.ended("guessing")).isEqualTo(1);
    }
  }

  @Test
  void anAddressPaysForAWrongPassword_alsoForTheSameOnceMore() throws IOException {
    RateLimits three = new RateLimits(3, 0, 0, new HandDrivenTime());
    try (ServedRedis redis = new ServedRedis(ServedRedis.USUAL.with(keys(three)));
        RespSocket socket = redis.connect()) {
      for (int i = 0; i < 6; i++) {
        assertThat(socket.ask("AUTH", "qk_wrong_" + "a".repeat(32)))
            .startsWith(i < 3 ? "-WRONGPASS " : "-TRYAGAIN A caller gets 3 ");
      }
    }
  }

  private <T> T one(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  /** The words of the form of a command, with some of those in brackets. */
  private List<String> form(CommandName name) {
    String form = name.form().arguments();
    for (Matcher group = OPTIONAL.matcher(form); group.find(); group = OPTIONAL.matcher(form)) {
      String some = group.group(1);
      int times = random.nextInt(2) * (some.endsWith(" ...") ? random.nextInt(300) : 1);
      String given = some.replace(" ...", " ").repeat(times);
      form = form.substring(0, group.start()) + given + form.substring(group.end());
    }
    return form.isBlank() ? List.of() : List.of(form.strip().split(" +"));
  }

  private String word(CommandName name, String ofForm) {
    return switch (ofForm) {
      // what is reset has no events, so that nothing is owed for fields
      case "key" -> (RESETS.contains(name.spelt()) ? "none" : "key") + random.nextInt(100);
      case "field", "value", "id" -> ofForm + random.nextInt(100);
      case "delta", "number", "events", "n" -> "" + (1 + random.nextInt(2_000));
      case "cursor", "index" -> "0";
      case "pattern" -> "*";
      default -> ofForm;
    };
  }

  /** The price of a right command. */
  private static long price(CommandName name, List<String> form, List<String> words) {
    Integer limit = LIMITS.get(name.spelt());
    Matcher repeated = REPEATED.matcher(name.form().arguments());
    if (limit != null) {
      int count = form.indexOf("COUNT");
      long wanted = count < 0 ? limit : Long.parseLong(words.get(count + 1));
      return Math.max(limit, Math.min(1_000, wanted)) / 100;
    }
    if (!repeated.find()) {
      return 1;
    }
    List<String> named = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      if (form.get(i).equals(repeated.group(1))) {
        named.add(words.get(i));
      }
    }
    boolean areEvents = repeated.group(1).equals("value");
    return Math.max(1, areEvents ? named.size() : named.stream().distinct().count());
  }

  /** Any command, right or wrong. New ones are among them. */
  private Priced any() {
    CommandName name = one(List.of(CommandName.values()));
    List<String> form = form(name);
    List<String> words = new ArrayList<>(form.stream().map(each -> word(name, each)).toList());
    int way = random.nextInt(6);
    if (way == 0) {
      String unknown = one(List.of("NOTHING", one(one(List.of(MissingCommand.values())).names())));
      return new Priced(unknown, words, 1, 0);
    }
    if (FREE.contains(name.spelt())) {
      return new Priced(name.spelt(), way == 1 ? List.of() : words, 0, 0);
    }
    long price = price(name, form, words);
    if (way > 2) {
      return new Priced(name.spelt(), words, price, price);
    }
    int number = Math.max(form.indexOf("delta"), form.indexOf("number"));
    if (way == 1 && number >= 0) {
      words.set(number, "x");
    } else if (way == 1 && name.form().arity() > 0) {
      words.add("more");
    } else {
      words.subList(Math.abs(name.form().arity()) - 2, words.size()).clear();
    }
    return new Priced(name.spelt(), words, 1, 0);
  }

  private static Namespace votes(String kind) {
    Namespace usual = Namespace.of("votes", kind);
    Map<String, String> byCountry =
        Map.of(Breakdowns.LABELS, "country", Breakdowns.BREAKDOWNS, "country", "state", "distinct");
    return kind.equals("linear") ? usual : TestNamespaces.withSettings(usual, byCountry);
  }

  @ParameterizedTest
  @ValueSource(strings = {"event", "unique", "linear", "sketch"})
  void aCommandCostsWhatItNames_andOneIfItIsWrong(String kind) throws IOException {
    AccessRules open = new AccessRules(AuthConfig.Method.NONE, new KeyOrigins(), rates.limits());
    try (ServedRedis redis = ServedRedis.of(ServedRedis.USUAL.with(open), votes(kind))) {
      RespSocket socket = redis.connect();
      socket.ask("GET", "a");
      rates.paid();
      rates.paidOf("votes");
      for (int i = 0; i < 1_500; i++) {
        Priced command = any();
        String reply = command.ask(socket);
        boolean hasNoPages = reply.startsWith("-WRONGTYPE ") && LIMITS.containsKey(command.name);
        assertThat(rates.paid())
            .as("of the caller: %s %s: %s", command.name, command.words, reply)
            .isEqualTo(hasNoPages ? 1 : command.price);
        assertThat(rates.paidOf("votes"))
            .as("of the namespace: %s %s: %s", command.name, command.words, reply)
            .isEqualTo(hasNoPages ? Math.min(1, command.ofNamespace) : command.ofNamespace);
        if (command.name.equals("QUIT")) {
          socket.close();
          socket = redis.connect();
        }
        socket.ask("DISCARD");
      }
      socket.close();
    }
  }

  private void expectPrice(RespSocket socket, long price, String... command) throws IOException {
    assertThat(socket.ask(command)).doesNotStartWith("-");
    assertThat(rates.paid()).as("%s", List.of(command)).isEqualTo(price);
    assertThat(rates.paidOf("votes")).as("%s", List.of(command)).isEqualTo(price);
  }

  /** Their names stay, so that a key of many is no way to have many names read for 1. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100, 101, 102, 250, 1_500})
  void fieldsThatWereResetArePaid_alsoPagesAfterTheFirst(int many) throws IOException {
    AccessRules open = new AccessRules(AuthConfig.Method.NONE, new KeyOrigins(), rates.limits());
    try (ServedRedis redis = ServedRedis.of(ServedRedis.USUAL.with(open), votes("linear"));
        RespSocket socket = redis.connect()) {
      for (int i = 0; i < many; i++) {
        socket.send("HINCRBY", "key", "f" + i, "1");
      }
      for (int i = 0; i < many; i++) {
        socket.reply();
      }
      rates.paid();
      rates.paidOf("votes");
      int pages = (many + 99) / 100;
      expectPrice(socket, many + pages, "DEL", "key");
      assertThat(redis.engine.listed).as("room").allMatch(range -> range.limit() <= 101);
      expectPrice(socket, pages, "DEL", "key");
      for (String command : List.of("EXISTS", "TYPE", "TTL", "PTTL")) {
        expectPrice(socket, 1 + (many + 98) / 100, command, "key");
      }
      for (String command : List.of("HGETALL", "HKEYS", "HVALS", "HLEN")) {
        expectPrice(socket, many > 1_001 ? 20 : 10, command, "key");
      }
    }
  }

  /** Nothing of it is done, and it is no way to have commands refused for nothing. */
  @Test
  void aCommandOfATransactionCostsOne() throws IOException {
    Set<String> ends = Set.of("EXEC", "DISCARD", "RESET", "QUIT");
    AccessRules open = new AccessRules(AuthConfig.Method.NONE, new KeyOrigins(), rates.limits());
    try (ServedRedis redis = new ServedRedis(ServedRedis.USUAL.with(open));
        RespSocket socket = redis.connect()) {
      socket.ask("GET", "a");
      rates.paid();
      assertThat(socket.ask("MULTI")).isEqualTo("+OK");
      for (int i = 0; i < 300; i++) {
        Priced command = any();
        if (!ends.contains(command.name)) {
          assertThat(command.ask(socket)).startsWith("-ERR ");
          assertThat(rates.paid())
              .as("%s %s", command.name, command.words)
              .isEqualTo(Math.min(1, command.price));
        }
      }
      assertThat(socket.ask("EXEC")).startsWith("-EXECABORT ");
      assertThat(rates.paid()).isZero();
    }
  }

  /** Whatever it is, so that nobody learns for nothing which commands there are. */
  @Test
  void aCommandOfAStrangerCostsItsAddressOne() throws IOException {
    try (ServedRedis redis = new ServedRedis(ServedRedis.USUAL.with(keys(rates.limits())))) {
      RespSocket socket = redis.connect();
      socket.ask("GET", "a");
      rates.paid();
      for (int i = 0; i < 1_000; i++) {
        Priced any = any();
        List<String> words = any.words.subList(0, Math.min(9, any.words.size()));
        String reply = new Priced(any.name, words, 1, 0).ask(socket);
        boolean isFree = any.name.equals("QUIT") || any.name.equals("RESET");
        assertThat(reply).as("%s %s", any.name, words).startsWith(isFree ? "+" : "-");
        assertThat(rates.paid()).as("%s %s: %s", any.name, words, reply).isEqualTo(isFree ? 0 : 1);
        if (any.name.equals("QUIT") || reply.startsWith("-WRONGPASS ")) {
          socket.close();
          socket = redis.connect();
        }
      }
      socket.close();
    }
  }

  @Test
  void aRightPasswordIsFree() throws IOException {
    try (ServedRedis redis = new ServedRedis(ServedRedis.USUAL.with(keys(rates.limits())))) {
      redis.engine.onKey =
          shown ->
              CompletableFuture.completedFuture(Optional.of(new Caller(shown, Grant.EVERYTHING)));
      try (RespSocket socket = redis.connect()) {
        socket.ask("GET", "a");
        rates.paid();
      }
      for (String command :
          List.of(
              "AUTH ",
              "AUTH some ",
              "HELLO 3 AUTH default ",
              "HELLO 2 SETNAME me AUTH some ",
              "HELLO 2 SETNAME \u00e9 AUTH some ")) {
        try (RespSocket socket = redis.connect()) {
          socket.ask((command + KEY).split(" "));
          assertThat(rates.paid()).as(command).isZero();
          assertThat(socket.ask("GET", "a")).as(command).isEqualTo("42");
        }
      }
    }
  }
}
