package io.quipu.edge.guard.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpConstants;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import io.quipu.edge.response.ProblemType;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads requests of HTTP/1 more strictly than Netty does. Refuses a head that two readers of one
 * connection may understand differently (RFC 9112, section 11.2), and never repairs a head. After a
 * refused head, discards all later bytes of the connection. Confined to the event loop of its
 * connection.
 */
final class StrictRequestDecoder extends VertxHttpRequestDecoder {
  /** The maximum number of headers: each takes far more bytes in memory than on the wire. */
  static final int MOST_HEADERS = 100;

  private static final String CHUNKED = "chunked";

  private final LargeHeads large;
  private @Nullable ByteBuf reading;
  private int from;
  private long heads;
  private int hosts;
  private int codings;
  private int headers;
  private int consumed;
  private boolean folded;
  private boolean begun;
  private boolean inBody;
  private boolean refused;

  /**
   * @param large the large heads of the connection
   */
  StrictRequestDecoder(HttpServerOptions options, LargeHeads large) {
    super(options);
    this.large = large;
  }

  /** The number of heads until now that were complete and valid. */
  long heads() {
    return heads;
  }

  /** Tells whether a head has begun to arrive and is not complete. */
  boolean isInHead() {
    return !inBody && !refused && (begun || internalBuffer().isReadable());
  }

  /** Refuses an incomplete head as {@link #decode} does. The answer depends on {@code why}. */
  void refuse(ChannelHandlerContext context, InvalidFraming why) {
    refused = true;
    context.fireChannelRead(refusal(why));
    context.fireChannelReadComplete();
  }

  private HttpMessage refusal(InvalidFraming why) {
    HttpMessage message = createInvalidMessage();
    message.setDecoderResult(DecoderResult.failure(why));
    return message;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out)
      throws Exception {
    if (refused) {
      buffer.skipBytes(buffer.readableBytes());
      return;
    }
    int before = out.size();
    if (inBody) {
      super.decode(context, buffer, out);
    } else {
      reading = buffer;
      from = buffer.readerIndex();
      super.decode(context, buffer, out);
      reading = null;
      consumed += buffer.readerIndex() - from;
      if (out.size() == before) {
        folded |= isFolded(buffer, from);
        if (!large.unfinished(headers, consumed + buffer.readableBytes())) {
          refused = true;
          out.add(refusal(InvalidFraming.tooMuch()));
        }
        return;
      }
      large.finished(headers, consumed);
      headers = 0;
      consumed = 0;
      begun = false;
      inBody = true;
      refused = isRefused(out.get(before));
    }
    if (out.size() > before && out.get(out.size() - 1) instanceof LastHttpContent) {
      inBody = false;
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) throws Exception {
    large.gone();
    super.handlerRemoved0(context);
  }

  private static boolean isRefused(Object head) {
    return !(head instanceof HttpMessage message) || message.decoderResult().isFailure();
  }

  @Override
  protected HttpMessage createMessage(String[] requestLine) {
    String version = requestLine[2];
    if (!version.equals(HttpVersion.HTTP_1_1.text())
        && !version.equals(HttpVersion.HTTP_1_0.text())) {
      throw isVersion(version)
          ? new InvalidFraming(
              ProblemType.VERSION_NOT_SUPPORTED, "HTTP/1.1 and HTTP/1.0 are spoken here")
          : InvalidFraming.malformed("The request line must be a method, a target and a version");
    }
    begun = true;
    folded = false;
    hosts = 0;
    codings = 0;
    return super.createMessage(requestLine);
  }

  /** Tells whether a text is an {@code HTTP-version} (RFC 9112, section 2.3). */
  private static boolean isVersion(String text) {
    return text.length() == 8
        && text.startsWith("HTTP/")
        && isDigit(text.charAt(5))
        && text.charAt(6) == '.'
        && isDigit(text.charAt(7));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  @Override
  protected AsciiString splitHeaderName(byte[] line, int start, int length) {
    if (length == 0) {
      throw InvalidFraming.malformed("A header must have a name");
    }
    headers++;
    if (headers > MOST_HEADERS) {
      throw new InvalidFraming(
          ProblemType.HEADERS_TOO_LARGE,
          "A request must have at most " + MOST_HEADERS + " headers");
    }
    AsciiString name = super.splitHeaderName(line, start, length);
    if (length == 4 && HttpHeaderNames.HOST.contentEqualsIgnoreCase(name)) {
      hosts++;
    } else if (length == 17 && HttpHeaderNames.TRANSFER_ENCODING.contentEqualsIgnoreCase(name)) {
      codings++;
    }
    return name;
  }

  /** Checks the complete head here, because the superclass calls this method at its end. */
  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    ByteBuf lines = reading;
    if (folded || (lines != null && isFolded(lines, from))) {
      throw InvalidFraming.malformed("A line of the head must not begin with a space or a tab");
    }
    boolean current = message.protocolVersion().equals(HttpVersion.HTTP_1_1);
    if (hosts > 1 || (hosts == 0 && current)) {
      throw InvalidFraming.malformed("A request must have one Host header");
    }
    if (codings > 1 || (codings == 1 && !isChunkedOnly(message))) {
      throw InvalidFraming.malformed("Transfer-Encoding must be chunked, or not sent");
    }
    heads++;
    return super.isContentAlwaysEmpty(message);
  }

  /**
   * Tells whether the body has no other coding than chunked. The superclass then refuses it in
   * HTTP/1.0, and beside a {@code Content-Length}.
   */
  private static boolean isChunkedOnly(HttpMessage message) {
    return CHUNKED.equalsIgnoreCase(message.headers().get(HttpHeaderNames.TRANSFER_ENCODING));
  }

  /**
   * Tells whether one of the lines just read continues its previous line (RFC 9112, section 5.2).
   * The superclass joins such lines without a trace. A line begins at {@code from}, because the
   * superclass reads whole lines only.
   */
  private static boolean isFolded(ByteBuf buffer, int from) {
    int end = buffer.readerIndex();
    int line = from;
    while (line < end) {
      byte first = buffer.getByte(line);
      if (first == HttpConstants.SP || first == HttpConstants.HT) {
        return true;
      }
      int lf = buffer.indexOf(line, end, HttpConstants.LF);
      if (lf < 0) {
        return false;
      }
      line = lf + 1;
    }
    return false;
  }
}
