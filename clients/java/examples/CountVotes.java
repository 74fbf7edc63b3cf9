import io.quipu.client.Count;
import io.quipu.client.LiveCounts;
import io.quipu.client.QuipuClient;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Counts ten votes and follows the count: {@code java -cp quipu-client.jar CountVotes.java}. */
final class CountVotes {
  public static void main(String[] arguments) throws InterruptedException {
    String address = arguments.length > 0 ? arguments[0] : "http://localhost:8080";
    CountDownLatch seen = new CountDownLatch(1);
    try (QuipuClient quipu = QuipuClient.to(address)) {
      long before = quipu.get("back in black").join().longValue();
      try (LiveCounts live =
          quipu.live(List.of("back in black"), count -> show(count, before + 10, seen))) {
        CompletableFuture<?>[] votes = new CompletableFuture<?>[10];
        for (int i = 0; i < votes.length; i++) {
          votes[i] = quipu.add("back in black");
        }
        CompletableFuture.allOf(votes).join();
        System.out.println("10 votes are durable");
        seen.await();
      }
    }
  }

  private static void show(Count count, long expected, CountDownLatch seen) {
    System.out.println(count.counter() + ": " + count.count());
    if (count.longValue() >= expected) {
      seen.countDown();
    }
  }
}
