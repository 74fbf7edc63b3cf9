package io.quipu.cassandra.driver;

import com.datastax.dse.protocol.internal.DseProtocolV1ClientCodecs;
import com.datastax.dse.protocol.internal.DseProtocolV2ClientCodecs;
import com.datastax.dse.protocol.internal.ProtocolV4ClientCodecsForDse;
import com.datastax.oss.protocol.internal.Compressor;
import com.datastax.oss.protocol.internal.Frame;
import com.datastax.oss.protocol.internal.FrameCodec;
import com.datastax.oss.protocol.internal.PrimitiveCodec;
import com.datastax.oss.protocol.internal.ProtocolV3ClientCodecs;
import com.datastax.oss.protocol.internal.ProtocolV5ClientCodecs;
import com.datastax.oss.protocol.internal.ProtocolV6ClientCodecs;
import io.netty.buffer.ByteBuf;

/**
 * Reads each message to its end, even if the driver does not know all fields of the message.
 *
 * <p>From version 5 of the native protocol on, many messages share a segment. The error of a
 * conditional write that timed out may end with the number of contentions. The driver (4.19, with
 * native-protocol 1.5.2) does not read those two bytes, takes them for the beginning of the next
 * message, and closes the connection. Then all requests on the connection fail. A few conditional
 * writes that time out would leave an instance without a connection to a node.
 */
final class WholeFrameCodec extends FrameCodec<ByteBuf> {
  /** The offset of the body length, after the version, the flags, the stream id and the opcode. */
  private static final int LENGTH_OFFSET = 5;

  WholeFrameCodec(PrimitiveCodec<ByteBuf> primitives, Compressor<ByteBuf> compressor) {
    super(
        primitives,
        compressor,
        // All protocol versions of the driver, which tries the highest first, then lower ones.
        new ProtocolV3ClientCodecs(),
        new ProtocolV4ClientCodecsForDse(),
        new ProtocolV5ClientCodecs(),
        new ProtocolV6ClientCodecs(),
        new DseProtocolV1ClientCodecs(),
        new DseProtocolV2ClientCodecs());
  }

  @Override
  public Frame decode(ByteBuf source) {
    int start = source.readerIndex();
    int end = start + V3_ENCODED_HEADER_SIZE + source.getInt(start + LENGTH_OFFSET);
    Frame frame = super.decode(source);
    source.readerIndex(end);
    return frame;
  }
}
