/** `node --import ./scripts/end-with-parent.mjs program`: for programs that do not watch their parent. */
import { isMainThread } from 'node:worker_threads'
import { endWithParent } from './process.mjs'

// Worker threads import it again.
if (isMainThread) endWithParent()
