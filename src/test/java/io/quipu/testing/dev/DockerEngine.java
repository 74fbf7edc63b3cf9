package io.quipu.testing.dev;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A Docker engine, asked whether it could run a container.
 *
 * <p>Testcontainers finds that out too, but where there is no engine it takes seconds and logs a
 * page, and where there is no registry it takes minutes.
 */
final class DockerEngine {
  private static final Duration PING_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration REGISTRY_TIMEOUT = Duration.ofSeconds(10);

  private DockerEngine() {}

  static boolean isReachable() {
    return grants("/_ping", PING_TIMEOUT);
  }

  /** Tells whether the engine has the image, or could pull it. */
  static boolean offers(String image) {
    return grants("/images/" + image + "/json", PING_TIMEOUT)
        || grants("/distribution/" + image + "/json", REGISTRY_TIMEOUT);
  }

  private static boolean grants(String path, Duration timeout) {
    return addresses().stream().anyMatch(address -> answersInTime(address, path, timeout));
  }

  private static List<SocketAddress> addresses() {
    String host = System.getenv("DOCKER_HOST");
    if (host != null && !host.isBlank()) {
      return named(URI.create(host));
    }
    List<SocketAddress> sockets = new ArrayList<>();
    addSocket(sockets, "/var/run/docker.sock");
    addSocket(sockets, System.getProperty("user.home") + "/.docker/run/docker.sock");
    String runtime = System.getenv("XDG_RUNTIME_DIR");
    if (runtime != null) {
      addSocket(sockets, runtime + "/docker.sock");
    }
    return sockets;
  }

  private static List<SocketAddress> named(URI host) {
    return switch (host.getScheme()) {
      case "unix" -> List.of(UnixDomainSocketAddress.of(host.getPath()));
      case "tcp", "http" -> List.of(new InetSocketAddress(host.getHost(), host.getPort()));
      default -> List.of();
    };
  }

  private static void addSocket(List<SocketAddress> sockets, String path) {
    if (Files.exists(Path.of(path))) {
      sockets.add(UnixDomainSocketAddress.of(path));
    }
  }

  private static boolean answersInTime(SocketAddress address, String path, Duration timeout) {
    FutureTask<Boolean> question = new FutureTask<>(() -> answers(address, path));
    Thread thread = new Thread(question, "docker-engine");
    thread.setDaemon(true);
    thread.start();
    try {
      return question.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      question.cancel(true);
    }
  }

  private static boolean answers(SocketAddress address, String path) throws IOException {
    String request = "GET " + path + " HTTP/1.0\r\n\r\n";
    try (SocketChannel channel =
        address instanceof UnixDomainSocketAddress
            ? SocketChannel.open(StandardProtocolFamily.UNIX)
            : SocketChannel.open()) {
      channel.connect(address);
      channel.write(ByteBuffer.wrap(request.getBytes(US_ASCII)));
      ByteBuffer answer = ByteBuffer.allocate(64);
      while (answer.hasRemaining() && channel.read(answer) >= 0) {
        // the status line is all that matters
      }
      return new String(answer.array(), 0, answer.position(), US_ASCII).contains(" 200 ");
    }
  }
}
