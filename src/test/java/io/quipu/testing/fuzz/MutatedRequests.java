package io.quipu.testing.fuzz;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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
    PublishedRequests published = new PublishedRequests(counts.get("/openapi.yaml"));
    NumberedRequests.send(
        first,
        requests,
        AT_A_TIME,
        () -> number -> send(new MutatedRequest(published, seed, number), number));
    audit();
    return List.copyOf(violations);
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
  private void audit() {
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
