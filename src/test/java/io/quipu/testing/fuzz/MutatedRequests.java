package io.quipu.testing.fuzz;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Many mutated requests to a running service, a few at a time, and what they left in it. */
final class MutatedRequests {
  private static final int AT_A_TIME = 32;

  /** Most events that the published examples record in one request. */
  private static final int MOST_EVENTS = 3;

  private final URI service;
  private final long seed;
  private final ServiceCounts counts;
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final Map<String, MutatedRequest.Outcome> outcomes = new HashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private long quiet;

  MutatedRequests(URI service, long seed) {
    this.service = service;
    this.seed = seed;
    this.counts = new ServiceCounts(service);
  }

  /**
   * Sends requests, and reads what they left.
   *
   * @param first the number of the first of them
   * @return what must never be, each with the number of its request
   */
  List<String> violations(int first, int requests) throws Exception {
    // ids in examples are the same in every request, and all of them are to be counted
    counts.createNamespaces("{\"kind\": \"event\", \"deduplicate\": \"off\"}");
    sendAll(new PublishedRequests(counts.get("/openapi.yaml")), first, requests);
    audit();
    return List.copyOf(violations);
  }

  private void sendAll(PublishedRequests published, int first, int requests) throws Exception {
    AtomicInteger next = new AtomicInteger(first);
    ExecutorService clients = Executors.newFixedThreadPool(AT_A_TIME);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < AT_A_TIME; i++) {
        running.add(
            clients.submit(
                () -> {
                  for (int n = next.getAndIncrement();
                      n < first + requests;
                      n = next.getAndIncrement()) {
                    send(new MutatedRequest(published, seed, n), n);
                  }
                  return null;
                }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private void send(MutatedRequest request, int number) throws IOException {
    MutatedRequest.Outcome outcome = request.send(service);
    outcome.violations().forEach(words -> violations.add("request " + number + ": " + words));
    synchronized (outcomes) {
      outcomes.put(request.counter(), outcome);
      numbers.put(request.counter(), number);
      quiet += outcome.wasQuiet() ? 1 : 0;
    }
  }

  /** A mistake in a name leads to another counter, so what is missing in one must be in others. */
  private void audit() throws Exception {
    Map<String, Long> counted = counts.of(outcomes.keySet());
    long said = 0;
    long unsaid = 0;
    long ours = 0;
    for (Map.Entry<String, MutatedRequest.Outcome> each : outcomes.entrySet()) {
      MutatedRequest.Outcome outcome = each.getValue();
      long found = counted.getOrDefault(each.getKey(), 0L);
      said += outcome.recorded();
      ours += found;
      if (found > outcome.recorded()) {
        unsaid += found - outcome.recorded();
        if (outcome.isCertain()) {
          violations.add(
              "request %d: %d events are counted, and its answers say %d"
                  .formatted(numbers.get(each.getKey()), found, outcome.recorded()));
        }
      }
    }
    long elsewhere = said + unsaid - ours;
    long others = counts.others(outcomes.keySet(), elsewhere);
    System.out.printf(
        "mutated requests: %d sent, %d events recorded, %d of them in counters that a mistake"
            + " named, %d without an answer; the service waited for more %d times%n",
        outcomes.size(), said, others, unsaid, quiet);
    System.out.println("mutated requests: first answers by status " + statuses());
    long uncertain = outcomes.values().stream().filter(each -> !each.isCertain()).count();
    if (others < elsewhere || others > elsewhere + uncertain * MOST_EVENTS) {
      violations.add(
          "answers say that %d events are recorded; %d were found, %d of them where expected"
              .formatted(said, ours + others, ours));
    }
  }

  private Map<Integer, Long> statuses() {
    return outcomes.values().stream()
        .collect(
            Collectors.groupingBy(
                MutatedRequest.Outcome::status, TreeMap::new, Collectors.counting()));
  }
}
