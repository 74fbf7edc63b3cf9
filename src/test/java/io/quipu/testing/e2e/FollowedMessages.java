package io.quipu.testing.e2e;

import io.quipu.testing.contract.PublishedContract;
import io.quipu.testing.dev.TestPatience;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.WebSocket;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * A live connection, whose messages of any type are taken as texts. Closing it fails if one of them
 * was none of the contract.
 */
final class FollowedMessages implements WebSocket.Listener, AutoCloseable {
  private final Consumer<String> heard;
  private final List<String> all = new CopyOnWriteArrayList<>();
  private final StringBuilder part = new StringBuilder();
  private final WebSocket socket;

  FollowedMessages(URI uri, Consumer<String> heard) {
    this.heard = heard;
    this.socket = TestPatience.join(Api.HTTP.newWebSocketBuilder().buildAsync(uri, this));
  }

  void say(JsonObject message) {
    TestPatience.join(socket.sendText(message.encode(), true));
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    part.append(data);
    if (last) {
      all.add(part.toString());
      heard.accept(part.toString());
      part.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public void close() {
    socket.abort();
    all.forEach(text -> PublishedContract.OF_THIS_BUILD.checked(new JsonObject(text)));
  }
}
