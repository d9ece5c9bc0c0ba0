/** Works out ALTCHA's challenges beside the page, which stays as quick as it was. */
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

handler({ deriveKey })
