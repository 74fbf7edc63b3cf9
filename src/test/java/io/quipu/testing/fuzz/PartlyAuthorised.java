package io.quipu.testing.fuzz;

import io.quipu.testing.dev.HttpLine;
import io.quipu.testing.dev.TestPatience;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Many mutated requests and conversations of callers who may do some of what they ask for, a few at
 * a time; what they were answered, and what they left.
 */
final class PartlyAuthorised {
  private static final int AT_A_TIME = 24;
  private static final int MOST_TOLD = 20;

  /** One in so many goes over a WebSocket, and one has mistakes in its framing. */
  private static final int SOCKETS_AMONG = 20;

  private static final int RAW_AMONG = 12;

  private final RightsWorld world;
  private final URI service;
  private final long seed;
  private final RightsLedger ledger = new RightsLedger();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final Map<String, LongAdder> statuses = new TreeMap<>();
  private final AtomicInteger allowed = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();

  /** An instance does one recount, and few rankings, at a time. */
  private final Semaphore heavy = new Semaphore(1);

  PartlyAuthorised(URI service, long seed) {
    this.service = service;
    this.world = new RightsWorld(service);
    this.seed = seed;
  }

  /** The things that must never be, each with the number of its request. */
  List<String> violations(int first, int requests) throws Exception {
    world.create();
    long keys = RightsLedger.keys(world);
    long begun = System.nanoTime();
    NumberedRequests.send(first, requests, AT_A_TIME, Client::new);
    double seconds = (System.nanoTime() - begun) / 1e9;
    List<String> found = new ArrayList<>(violations.stream().limit(MOST_TOLD).toList());
    found.addAll(ledger.differences(world, keys));
    System.out.printf(
        "partly authorised requests: %d in %.0f s, %d allowed and %d refused for certain, %d events"
            + " recorded; by status %s%n",
        requests, seconds, allowed.get(), refused.get(), ledger.total(), statuses);
    return found;
  }

  /** A client with a connection of its own. */
  private final class Client implements NumberedRequests.Client {
    private final HttpLine connection =
        new HttpLine(
            new InetSocketAddress(service.getHost(), service.getPort()), TestPatience.LIMIT);

    @Override
    public void send(int number) throws Exception {
      PartlyAuthorised.this.send(connection, number);
    }

    @Override
    public void close() throws IOException {
      connection.close();
    }
  }

  private void send(HttpLine connection, int number) throws Exception {
    Random random = new Random(seed * 31 + number);
    if (random.nextInt(SOCKETS_AMONG) == 0) {
      RightsConversation conversation = new RightsConversation(world, random);
      tell(number, conversation.violations(service));
      conversation.recorded().forEach(ledger::recorded);
      count("WebSocket");
    } else if (random.nextInt(RAW_AMONG) == 0) {
      tell(number, new RawRightsRequest(world, random).violations(service));
      count("mutated head");
    } else {
      request(connection, number);
    }
  }

  private void request(HttpLine connection, int number) throws Exception {
    RightsRequest request = new RightsRequest(world, seed, number);
    boolean slow =
        request.operation == RightsOperation.RECOUNT
            || request.operation == RightsOperation.TOP
            || request.operation == RightsOperation.LARGEST;
    if (slow) {
      heavy.acquire();
    }
    HttpLine.Answer answer;
    try {
      answer = connection.exchange(request.bytes(), request.operation != RightsOperation.HEAD);
    } finally {
      if (slow) {
        heavy.release();
      }
    }
    tell(number, RightsAnswer.violations(request, answer));
    count(Integer.toString(answer.status()));
    if (RightsAnswer.isRefused(request.verdict)) {
      refused.incrementAndGet();
    } else if (request.verdict == RightsRequest.Verdict.ALLOWED) {
      allowed.incrementAndGet();
    }
    if (RightsAnswer.isRecorded(request, answer)) {
      request.events().forEach(ledger::recorded);
    }
    if (request.operation == RightsOperation.NEW_KEY && answer.status() == 201) {
      ledger.keyCreated();
    }
  }

  private void tell(int number, List<String> words) {
    words.forEach(each -> violations.add("request " + number + ": " + each));
  }

  private void count(String what) {
    synchronized (statuses) {
      statuses.computeIfAbsent(what, first -> new LongAdder()).increment();
    }
  }
}
