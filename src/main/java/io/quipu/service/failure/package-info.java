/** The failures of the service, without details of a protocol. */
@NullMarked
package io.quipu.service.failure;

import org.jspecify.annotations.NullMarked;
