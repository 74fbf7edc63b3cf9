package io.quipu.edge.http;

import io.vertx.core.buffer.Buffer;
import java.util.Map;

/** What pages of other origins have a browser send to a service that listens on loopback. */
final class BrowserErrors extends ErrorRows {
  private static final String EVIL = "https://evil.example";

  @Override
  void rows() {
    foreign("an event of another origin's page", "POST", EVENTS, "Origin", EVIL);
    foreign("an event of a page without an origin", "POST", EVENTS, "Origin", "null");
    foreign("an event of another site's page", "POST", EVENTS, "Sec-Fetch-Site", "cross-site");
    foreign("a namespace of another origin's page", "PUT", NEW_NAMESPACE, "Origin", EVIL);
    foreign("a read of another origin's page", "GET", COUNT, "Origin", EVIL);
    foreign("a preflight of another origin's page", "OPTIONS", EVENTS, "Origin", EVIL);
    Buffer elsewhere = utf8("POST " + EVENTS + " HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    add("a name that leads here", elsewhere, 403, "foreign-host", "Host");
  }

  private void foreign(String name, String method, String target, String header, String value) {
    Buffer request = RawHttp.request(method, target, Map.of(header, value), NOTHING);
    add(name, request, 403, "foreign-origin", header);
  }
}
