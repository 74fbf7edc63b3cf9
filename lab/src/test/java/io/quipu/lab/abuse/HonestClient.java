package io.quipu.lab.abuse;

import io.quipu.testing.dev.HttpLine;
import io.quipu.testing.dev.HttpLine.Answer;
import io.quipu.testing.dev.HttpLine.NotConnected;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Somebody who records and reads at a modest, steady pace, on three connections, and keeps book:
 * events without ids once each, events with ids until they are acknowledged, and counts, each held
 * against the book.
 */
final class HonestClient implements AutoCloseable {
  private static final int COUNTERS = 4;
  private static final long PACE_NANOS = 50_000_000;
  private static final long MOST_BEHIND_NANOS = 20_000_000_000L;
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final Duration LAST_PATIENCE = Duration.ofMinutes(2);
  private static final String JSON = "application/json";
  private static final Pattern COUNT = Pattern.compile("\"count\":\\s*(-?[0-9]+)");
  private static final Pattern DRIFT = Pattern.compile("\"drift\":\\s*(-?[0-9]+)");

  private final InetSocketAddress server;
  private final Consumer<String> violated;
  private final ExecutorService threads = Executors.newFixedThreadPool(3);
  private final List<Ledger> plain = ledgers("honest-plain-");
  private final List<Ledger> identified = ledgers("honest-ids-");
  private final Deque<Identified> undecided = new ArrayDeque<>();
  private volatile Figures figures = new Figures();
  private volatile boolean over;

  private record Identified(Ledger ledger, String id, long delta) {}

  private interface Asking {
    /** Asks once, and tells whether there was a good answer. */
    boolean ask(HttpLine line, Random random) throws IOException;
  }

  HonestClient(InetSocketAddress server, Consumer<String> violated) {
    this.server = server;
    this.violated = violated;
  }

  private static List<Ledger> ledgers(String prefix) {
    return IntStream.range(0, COUNTERS).mapToObj(i -> new Ledger(prefix + i)).toList();
  }

  void begin() {
    threads.execute(() -> steadily(this::recordPlain));
    threads.execute(() -> steadily(this::recordIdentified));
    threads.execute(() -> steadily(this::read));
  }

  /** Begins a new stretch, and answers what there was to say of the one before. */
  Figures next() {
    Figures ended = figures;
    figures = new Figures();
    return ended;
  }

  /** A latency counts from when the request was to be sent. */
  private void steadily(Asking asking) {
    Random random = new Random(4711);
    try (HttpLine line = new HttpLine(server, TIMEOUT)) {
      Figures now = figures;
      long due = System.nanoTime();
      while (!over) {
        LockSupport.parkNanos(due - System.nanoTime());
        if (now != figures) {
          // what one attack has held up is not charged to the next
          now = figures;
          due = System.nanoTime();
        }
        try {
          if (asking.ask(line, random)) {
            now.answered(System.nanoTime() - due);
          } else {
            now.refused();
          }
        } catch (IOException noAnswer) {
          now.unanswered();
        }
        due = Math.max(due + PACE_NANOS, System.nanoTime() - MOST_BEHIND_NANOS);
      }
    } catch (IOException atClosing) {
      // nobody needs it any more
    } catch (RuntimeException e) {
      violated.accept("an honest client was told something unexpected: " + e);
    }
  }

  private boolean recordPlain(HttpLine line, Random random) throws IOException {
    Ledger ledger = plain.get(random.nextInt(COUNTERS));
    long delta = 1L + random.nextInt(9);
    ledger.attempt(delta);
    try {
      Answer answer =
          line.exchange(
              Requests.post(ledger.path() + "/events", JSON, "{\"delta\": " + delta + "}"));
      if (answer.status() == 201) {
        ledger.acknowledge(delta);
      } else if (isRefusal(answer)) {
        ledger.refused(delta);
      }
      return answer.status() == 201;
    } catch (NotConnected nothingSent) {
      ledger.refused(delta);
      throw nothingSent;
    }
  }

  private static boolean isRefusal(Answer answer) {
    return answer.status() >= 400 && !answer.body().contains("outcome-unknown");
  }

  private boolean recordIdentified(HttpLine line, Random random) throws IOException {
    if (undecided.isEmpty()) {
      Ledger ledger = identified.get(random.nextInt(COUNTERS));
      long delta = 1L + random.nextInt(9);
      ledger.attempt(delta);
      undecided.add(new Identified(ledger, Long.toHexString(random.nextLong()), delta));
    }
    Identified event = undecided.element();
    Answer answer =
        line.exchange(
            Requests.post(
                event.ledger().path() + "/events",
                JSON,
                "{\"delta\": %d, \"id\": \"%s\"}".formatted(event.delta(), event.id())));
    if (answer.status() == 201) {
      event.ledger().acknowledge(event.delta());
      undecided.remove();
    }
    return answer.status() == 201;
  }

  private boolean read(HttpLine line, Random random) throws IOException {
    List<Ledger> some = random.nextBoolean() ? plain : identified;
    Ledger ledger = some.get(random.nextInt(COUNTERS));
    long least = ledger.acknowledged();
    Answer answer = line.exchange(Requests.get(ledger.path()));
    if (answer.status() == 200) {
      check(ledger, least, count(answer));
    }
    return answer.status() == 200;
  }

  /** Attempts that began after the answer only make the bound wider. */
  private void check(Ledger ledger, long least, long count) {
    long most = ledger.attempted();
    if (count < least || count > most) {
      violated.accept(
          "%s was read as %d, which is not from %d to %d"
              .formatted(ledger.counter, count, least, most));
    }
  }

  private static long count(Answer answer) {
    Matcher count = COUNT.matcher(answer.body());
    if (!count.find()) {
      throw new IllegalStateException("no count in " + answer);
    }
    return Long.parseLong(count.group(1));
  }

  /** Ends the load; then every count has to be what was acknowledged, or what may have been. */
  String audit() throws InterruptedException {
    over = true;
    threads.shutdown();
    if (!threads.awaitTermination(1, TimeUnit.MINUTES)) {
      violated.accept("an honest client never came to an end");
    }
    long end = System.nanoTime() + LAST_PATIENCE.toNanos();
    try (HttpLine line = new HttpLine(server, TIMEOUT)) {
      while (!undecided.isEmpty() && System.nanoTime() < end) {
        patiently(end, () -> recordIdentified(line, new Random(0)));
      }
      for (List<Ledger> some : List.of(plain, identified)) {
        for (Ledger ledger : some) {
          patiently(end, () -> isCounted(line, ledger));
          patiently(end, () -> isRecounted(line, ledger));
        }
      }
    } catch (IOException e) {
      violated.accept("the audit found nobody to ask: " + e);
    }
    return "%,d acknowledged, %,d in doubt"
        .formatted(
            sum(plain, Ledger::acknowledged) + sum(identified, Ledger::acknowledged),
            sum(plain, Ledger::attempted) - sum(plain, Ledger::acknowledged));
  }

  private static long sum(List<Ledger> some, ToLongFunction<Ledger> figure) {
    return some.stream().mapToLong(figure).sum();
  }

  private interface Answered {
    boolean get() throws IOException;
  }

  private static void patiently(long end, Answered answered)
      throws IOException, InterruptedException {
    while (!isAnswered(answered)) {
      if (System.nanoTime() > end) {
        throw new IOException("no answer within " + LAST_PATIENCE);
      }
      Thread.sleep(200);
    }
  }

  private static boolean isAnswered(Answered answered) {
    try {
      return answered.get();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isCounted(HttpLine line, Ledger ledger) throws IOException {
    Answer answer = line.exchange(Requests.get(ledger.path()));
    if (answer.status() == 200) {
      check(ledger, ledger.acknowledged(), count(answer));
    }
    return answer.status() == 200;
  }

  private boolean isRecounted(HttpLine line, Ledger ledger) throws IOException {
    Answer answer = line.exchange(Requests.post(ledger.path() + "/recount", JSON, ""));
    Matcher drift = DRIFT.matcher(answer.body());
    if (drift.find() && !drift.group(1).equals("0")) {
      violated.accept(ledger.counter + " has drifted: " + answer.body());
    }
    return answer.status() == 200;
  }

  @Override
  public void close() {
    over = true;
    threads.shutdownNow();
  }
}
