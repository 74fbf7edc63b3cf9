/** Tests of the protocol of Redis. */
package io.quipu.edge.resp.protocol;
