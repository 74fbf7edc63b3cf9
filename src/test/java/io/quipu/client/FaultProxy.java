package io.quipu.client;

import io.quipu.testing.dev.ConnectionThread;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The way of a client to the instances of a service, in turn, as a load balancer has it. What a
 * script says goes wrong with each request; WebSockets and Server-Sent Events are passed on, until
 * they are cut.
 */
final class FaultProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final List<InetSocketAddress> servers;
  private final AtomicInteger turn = new AtomicInteger();
  private final List<ProxiedRequest> requests = new CopyOnWriteArrayList<>();
  private final Queue<Fault> once = new ConcurrentLinkedQueue<>();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Set<Socket> tunnels = ConcurrentHashMap.newKeySet();
  private volatile Function<ProxiedRequest, Fault> script = request -> Fault.NONE;
  private volatile boolean tunnelling = true;

  FaultProxy(List<InetSocketAddress> servers) throws IOException {
    this.servers = List.copyOf(servers);
    this.listening = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    inBackground(this::accept);
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort());
  }

  /**
   * Plants faults in the next requests, one each. Clients may ask for the settings of a namespace
   * on their way, which is none of them.
   */
  FaultProxy next(Fault... faults) {
    once.addAll(List.of(faults));
    return this;
  }

  /** Plants faults in all others. */
  FaultProxy otherwise(Function<ProxiedRequest, Fault> faults) {
    script = faults;
    return this;
  }

  /** The requests so far, but for those that follow counters. */
  List<ProxiedRequest> requests() {
    return List.copyOf(requests);
  }

  /** Cuts all that follow counters; new ones are not made until {@link #tunnelAgain()}. */
  void cutTunnels() throws IOException {
    tunnelling = false;
    for (Socket socket : tunnels) {
      socket.close();
    }
  }

  void tunnelAgain() {
    tunnelling = true;
  }

  int tunnels() {
    return tunnels.size();
  }

  private void accept() throws IOException {
    while (!listening.isClosed()) {
      Socket client = listening.accept();
      client.setTcpNoDelay(true);
      sockets.add(client);
      inBackground(() -> serve(client));
    }
  }

  private void serve(Socket client) throws IOException {
    try (client) {
      InputStream in = client.getInputStream();
      for (ProxiedRequest request = ProxiedRequest.read(in);
          request != null;
          request = ProxiedRequest.read(in)) {
        if (request.isLive()) {
          tunnel(request, client);
          return;
        }
        requests.add(request);
        Fault planted = request.showsNamespace() ? null : once.poll();
        Fault fault = planted == null ? script.apply(request) : planted;
        fault.handle(new Fault.Exchange(request, client, nextServer()));
        if (client.isClosed()) {
          return;
        }
      }
    } finally {
      sockets.remove(client);
    }
  }

  /** One that accepts connections, or any if none does. */
  private InetSocketAddress nextServer() {
    for (int i = 0; i < servers.size(); i++) {
      InetSocketAddress server = servers.get(turn.getAndIncrement() % servers.size());
      try (Socket probe = new Socket()) {
        probe.connect(server, 1_000);
        return server;
      } catch (IOException e) {
        // the next one
      }
    }
    return servers.get(0);
  }

  private void tunnel(ProxiedRequest request, Socket client) throws IOException {
    if (!tunnelling) {
      return;
    }
    try (Socket upstream = new Socket()) {
      upstream.connect(nextServer());
      upstream.setTcpNoDelay(true);
      tunnels.add(client);
      upstream.getOutputStream().write(request.asItCame());
      inBackground(
          () -> {
            try (client;
                upstream) {
              client.getInputStream().transferTo(upstream.getOutputStream());
            }
          });
      upstream.getInputStream().transferTo(client.getOutputStream());
    } finally {
      tunnels.remove(client);
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  private static void inBackground(ConnectionThread.Work work) {
    ConnectionThread.start("fault-proxy", work);
  }
}
