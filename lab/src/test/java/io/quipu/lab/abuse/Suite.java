package io.quipu.lab.abuse;

import io.quipu.testing.dev.CassandraOptions;
import io.quipu.testing.dev.CassandraProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * One attack after the other on one process, while an honest client goes on. A process that has
 * ended is replaced, on a keyspace of its own, so that the rest is seen, too.
 */
final class Suite {
  private static final Attack BACKLOG = new Attack("backlog", Backlog::run);
  private static final Attack RECOUNTS = new Attack("recounts", Recounts::run);

  /** No attack at all, to compare with. */
  private static final Attack QUIET =
      new Attack(
          "quiet",
          target -> {
            Thread.sleep(target.scale().quiet().toMillis());
            return "nothing, for " + target.scale().quiet().toSeconds() + " s";
          });

  private static final List<Attack> ALL =
      List.of(
          BACKLOG,
          RECOUNTS,
          new Attack("colliding names", CollidingNames::run),
          new Attack("deep names", DeepNames::run),
          new Attack("trickled heads", CrowdAttacks::trickledHeads),
          new Attack("trickled bodies", CrowdAttacks::trickledBodies),
          new Attack("unfinished messages", CrowdAttacks::unfinishedMessages),
          new Attack("ping flood", CrowdAttacks::pingFlood),
          new Attack("readers that stop", CrowdAttacks::stoppedReaders),
          new Attack("many subscriptions", CrowdAttacks::manySubscriptions),
          new Attack("pipelined answers", CrowdAttacks::pipelinedAnswers),
          new Attack("gzip bombs", CrowdAttacks::gzipBombs),
          new Attack("queued events", QueuedEvents::run),
          new Attack("many connections", CrowdAttacks::manyConnections));

  private static final Duration START = Duration.ofMinutes(2);
  private static final Duration WARM_UP = Duration.ofSeconds(5);
  private static final String ROLES_WITHOUT_SETTLING = "http,ingest,query,live";

  private static final String BLOCKED = "has been blocked";
  private static final String[] OUT_OF_MEMORY = {"OutOfMemoryError", "OutOfDirectMemory"};

  private final Scale scale;
  private final List<Attack> attacks;
  private final Report report = new Report();
  private final List<String> violations = new CopyOnWriteArrayList<>();
  private int processes;

  private Suite(Scale scale, List<Attack> attacks) {
    this.scale = scale;
    this.attacks = attacks;
  }

  /**
   * Runs it, prints and writes the report, and answers which promises were broken.
   *
   * @param selected names of attacks with commas between them; all if it is blank
   */
  static List<String> violations(Scale scale, String selected) throws Exception {
    List<String> names = List.of(selected.split(",", -1));
    List<Attack> attacks =
        ALL.stream().filter(each -> selected.isBlank() || names.contains(each.name())).toList();
    Suite suite = new Suite(scale, attacks);
    suite.run();
    return suite.violations;
  }

  private void run() throws Exception {
    try (CassandraProcess cassandra =
        CassandraProcess.start(
            CassandraOptions.named("abuse").fromEmpty().withHeap(1_024).forgettingAtTheEnd())) {
      int next = 0;
      while (next < attacks.size()) {
        next = attacked(cassandra, next);
      }
    } finally {
      System.out.println(report.write());
    }
  }

  /** Attacks one process until it has ended, and answers which attack is the next. */
  private int attacked(CassandraProcess cassandra, int first) throws Exception {
    processes++;
    Map<String, String> variables = variables(cassandra, "abuse_" + processes);
    if (List.of(BACKLOG, RECOUNTS).contains(attacks.get(first))) {
      prepare(variables);
    }
    tell("process %d starts", processes);
    try (ContainedService service = ContainedService.start("service-" + processes, variables);
        Watch watch = new Watch(service);
        HonestClient honest = new HonestClient(service.address(), violations::add)) {
      if (watch.untilReady(START).isEmpty()) {
        violations.add("%s never became ready".formatted(service));
        return attacks.size();
      }
      watch.begin();
      honest.begin();
      Target target = new Target(service.address(), cassandra, scale);
      int next = first;
      boolean quiet = false;
      while (next < attacks.size() && service.isAlive()) {
        Attack attack = attacks.get(next);
        if (!quiet && !attack.equals(BACKLOG)) {
          quiet = true;
          // what a new process has to compile is no news
          Thread.sleep(WARM_UP.toMillis());
          under(QUIET, target, service, watch, honest);
        }
        under(attack, target, service, watch, honest);
        next++;
      }
      if (service.isAlive()) {
        finish(service, watch, honest);
      }
      return next;
    }
  }

  private void prepare(Map<String, String> variables) throws Exception {
    tell("a backlog is recorded");
    Map<String, String> own = new HashMap<>(variables);
    own.put("QUIPU_ROLES", ROLES_WITHOUT_SETTLING);
    try (ContainedService feeder = ContainedService.startRoomy("feeder-" + processes, own);
        Watch watch = new Watch(feeder)) {
      if (watch.untilReady(START).isEmpty()) {
        throw new IOException("no backlog, as " + feeder + " never became ready");
      }
      int backlog = attacks.contains(BACKLOG) ? Scale.BACKLOG_COUNTERS * scale.backlogIds() : 0;
      int recounted = attacks.contains(RECOUNTS) ? scale.recountIds() : 0;
      Backlog.record(feeder.address(), backlog, recounted);
      tell("it is recorded; its process ended with %d", feeder.stop());
    }
  }

  private static Map<String, String> variables(CassandraProcess cassandra, String keyspace) {
    return Map.of(
        "QUIPU_DEV",
        "true",
        "QUIPU_CASSANDRA_CONTACT_POINTS",
        "127.0.0.1:" + cassandra.address().getPort(),
        "QUIPU_CASSANDRA_KEYSPACE",
        keyspace);
  }

  private void under(
      Attack attack, Target target, ContainedService service, Watch watch, HonestClient honest)
      throws Exception {
    tell("%s", attack.name());
    watch.next();
    honest.next();
    long blockedBefore = service.logged(BLOCKED).size();
    long outOfMemoryBefore = service.logged(OUT_OF_MEMORY).size();
    String told;
    try {
      told = attack.course().run(target);
    } catch (IOException e) {
      told = "broke off: " + e;
    }
    Optional<Duration> ready = watch.untilReady(scale.patience());
    Figures figures = honest.next();
    Watch.Seen seen = watch.next();
    Optional<String> ended = ended(service, outOfMemoryBefore);
    ended.ifPresent(why -> violations.add("%s: %s %s".formatted(attack.name(), service, why)));
    if (ended.isEmpty() && ready.isEmpty()) {
      violations.add("%s: not ready within %s".formatted(attack.name(), scale.patience()));
    }
    if (seen.mostMebibytes() > ContainedService.MEBIBYTES) {
      violations.add(
          "%s: %d MiB were resident, over %d"
              .formatted(attack.name(), seen.mostMebibytes(), ContainedService.MEBIBYTES));
    }
    String readyAfter =
        ready.map(time -> String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3)).orElse("no");
    long blocked = service.logged(BLOCKED).size() - blockedBefore;
    report.add(new Stretch(attack.name(), told, ended, readyAfter, seen, figures, blocked));
    tell("%s: %s; %s", attack.name(), ended.orElse("ready after " + readyAfter), told);
  }

  /** A process that is out of memory ends a moment after it has said so. */
  private static Optional<String> ended(ContainedService service, long outOfMemoryBefore)
      throws IOException, InterruptedException {
    boolean outOfMemory = service.logged(OUT_OF_MEMORY).size() > outOfMemoryBefore;
    if (outOfMemory) {
      Thread.sleep(2_000);
    }
    if (service.isAlive()) {
      return outOfMemory ? Optional.of("lives, after running out of memory") : Optional.empty();
    }
    return Optional.of(outOfMemory ? "ended out of memory" : "ended");
  }

  private void finish(ContainedService service, Watch watch, HonestClient honest)
      throws IOException, InterruptedException {
    tell("the audit begins");
    report.note("process %d: %s".formatted(processes, honest.audit()));
    report.note(
        "process %d holds %s at the end; lines of errors in its log: %d"
            .formatted(processes, watch.memory(), service.logged(" ERROR ").size()));
    int exit = service.stop();
    if (exit != 0) {
      violations.add("%s ended with %d".formatted(service, exit));
    }
  }

  private static void tell(String format, Object... arguments) {
    System.out.printf(
        Locale.ROOT,
        "[abuse %tT] %s%n",
        System.currentTimeMillis(),
        String.format(Locale.ROOT, format, arguments));
  }
}
