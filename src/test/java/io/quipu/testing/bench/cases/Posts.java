package io.quipu.testing.bench.cases;

import io.quipu.testing.bench.load.HttpText;
import io.quipu.testing.bench.load.SocketLoad;
import io.quipu.testing.bench.load.Wire;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** One event per POST. */
final class Posts {
  private Posts() {}

  /** The same request again and again. */
  static SocketLoad of(InetSocketAddress server, int connections, byte[] request) {
    return new SocketLoad(server, Wire.http(), connections, 1, () -> request);
  }

  /** To counters of namespace {@code default} whose names are the prefix and a number */
  static SocketLoad of(
      InetSocketAddress server, int connections, String prefix, int counters, IntSupplier next) {
    byte[][] requests = new byte[counters][];
    for (int i = 0; i < counters; i++) {
      requests[i] = HttpText.post(path(prefix + i));
    }
    return new SocketLoad(server, Wire.http(), connections, 1, any(requests, next));
  }

  static Supplier<byte[]> any(byte[][] requests, IntSupplier next) {
    return () -> requests[next.getAsInt()];
  }

  static IntSupplier uniform(int numbers) {
    Random random = new Random(1);
    return () -> random.nextInt(numbers);
  }

  static String path(String counter) {
    return "/v1/counters/default/" + counter + "/events";
  }
}
