package io.quipu.dev;

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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether a Docker engine answers.
 *
 * <p>Testcontainers finds that out too, but where there is none it takes seconds and logs a page.
 */
final class DockerEngine {
  private static final long TIMEOUT_MILLIS = 1_000;
  private static final byte[] PING = "GET /_ping HTTP/1.0\r\n\r\n".getBytes(US_ASCII);

  private DockerEngine() {}

  static boolean isReachable() {
    return addresses().stream().anyMatch(DockerEngine::answersInTime);
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

  private static boolean answersInTime(SocketAddress address) {
    FutureTask<Boolean> ping = new FutureTask<>(() -> answers(address));
    Thread thread = new Thread(ping, "docker-ping");
    thread.setDaemon(true);
    thread.start();
    try {
      return ping.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      ping.cancel(true);
    }
  }

  private static boolean answers(SocketAddress address) throws IOException {
    try (SocketChannel channel =
        address instanceof UnixDomainSocketAddress
            ? SocketChannel.open(StandardProtocolFamily.UNIX)
            : SocketChannel.open()) {
      channel.connect(address);
      channel.write(ByteBuffer.wrap(PING));
      ByteBuffer answer = ByteBuffer.allocate(64);
      while (answer.hasRemaining() && channel.read(answer) >= 0) {
        // the status line is all that matters
      }
      return new String(answer.array(), 0, answer.position(), US_ASCII).contains(" 200 ");
    }
  }
}
