package io.quipu.lab.bench.cases;

import io.quipu.lab.bench.load.HttpText;
import io.quipu.lab.bench.load.SocketLoad;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Requests to counters that are numbered, one event per POST above all. */
final class Posts {
  private Posts() {}

  /** Posts events to counters of namespace {@code default}: the prefix and a number. */
  static SocketLoad of(
      InetSocketAddress server, int connections, String prefix, int counters, IntSupplier next) {
    return SocketLoad.http(
        server, connections, drawn(counters, next, i -> HttpText.post(path(prefix + i))));
  }

  /** Reads of counters: the prefix and a number. */
  static Supplier<byte[]> gets(String prefix, int counters) {
    return drawn(counters, uniform(counters), i -> HttpText.get(Api.path(prefix + i)));
  }

  /** Draws among requests that are made once, one for each number. */
  static Supplier<byte[]> drawn(int numbers, IntSupplier next, IntFunction<byte[]> request) {
    byte[][] requests = IntStream.range(0, numbers).mapToObj(request).toArray(byte[][]::new);
    return () -> requests[next.getAsInt()];
  }

  static IntSupplier uniform(int numbers) {
    Random random = new Random(1);
    return () -> random.nextInt(numbers);
  }

  /** Names that are the prefix and a number from 0. */
  static List<String> names(String prefix, int counters) {
    return IntStream.range(0, counters).mapToObj(i -> prefix + i).toList();
  }

  static String path(String counter) {
    return Api.path(counter) + "/events";
  }
}
