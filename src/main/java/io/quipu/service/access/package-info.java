/** Access of callers: how they are found, their permissions, and the audit of denials. */
@NullMarked
package io.quipu.service.access;

import org.jspecify.annotations.NullMarked;
