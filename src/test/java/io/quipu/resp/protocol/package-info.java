/** Tests of the protocol of Redis. */
package io.quipu.resp.protocol;
