import { createHash, randomBytes } from 'node:crypto'
import { fromBER, Integer, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  id_eContentType_TSTInfo,
  id_sha256,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { TimestampError } from './seal-error.ts'

export interface TimestampAuthority {
  url: string
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
const ANSWER_LIMIT_BYTES = 64 * 1024
const NONCE_BYTES = 16
const NO_TIMESTAMP = 'The answer of the timestamp authority is not a timestamp'

const createNonce = (): Uint8Array<ArrayBuffer> => {
  const nonce = Uint8Array.from(randomBytes(NONCE_BYTES))
  // A positive number without leading zeros.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  return nonce
}

const queryOf = (imprint: Uint8Array<ArrayBuffer>, nonce: Uint8Array<ArrayBuffer>) =>
  new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: id_sha256 }),
      hashedMessage: new OctetString({ valueHex: imprint }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
    .toSchema()
    .toBER()

const asTimestampError = (message: string, error: unknown) =>
  error instanceof TimestampError ? error : new TimestampError(message, error)

const readAnswer = async (answer: Response): Promise<Uint8Array<ArrayBuffer>> => {
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new TimestampError(`The timestamp authority answered ${answer.status}`)
  }
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop closes the connection.
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length
    if (length > ANSWER_LIMIT_BYTES)
      throw new TimestampError('The answer of the timestamp authority is too long')
    parts.push(part)
  }
  return Uint8Array.from(Buffer.concat(parts))
}

const post = async ({ url, timeoutMs = TIMEOUT_MS }: TimestampAuthority, body: ArrayBuffer) => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return await readAnswer(answer)
  } catch (error) {
    throw asTimestampError('The timestamp authority cannot be reached', error)
  }
}

/** Also returns the token's original bytes, because re-encoding the parsed token could change them. */
const responseIn = (answer: Uint8Array<ArrayBuffer>) => {
  try {
    const { result } = fromBER(answer)
    const response = new TimeStampResp({ schema: result })
    const [, token] = result instanceof Sequence ? result.valueBlock.value : []
    return { response, tokenBytes: Uint8Array.from(token?.valueBeforeDecodeView ?? []) }
  } catch (error) {
    throw new TimestampError(NO_TIMESTAMP, error)
  }
}

const isEqual = (bytes: Uint8Array, { valueBlock }: OctetString | Integer) =>
  Buffer.from(bytes).equals(valueBlock.valueHexView)

/** Verifies the signature with the certificate in the token. Trust in that certificate is left to PDF readers. */
const isSigned = async (token: SignedData, stamped: Uint8Array<ArrayBuffer>) => {
  try {
    return token.signerInfos.length === 1 && (await token.verify({ signer: 0, data: stamped.buffer }))
  } catch {
    return false
  }
}

const parseToken = ({ timeStampToken }: TimeStampResp): { signed: SignedData; info: TSTInfo } => {
  try {
    const signed = new SignedData({ schema: timeStampToken?.content })
    const { eContentType, eContent } = signed.encapContentInfo
    if (eContentType !== id_eContentType_TSTInfo || !eContent) throw new Error('No TSTInfo')
    return { signed, info: TSTInfo.fromBER(eContent.getValue()) }
  } catch (error) {
    throw new TimestampError('The answer of the timestamp authority has no token', error)
  }
}

const checkResponse = async (
  response: TimeStampResp,
  stamped: Uint8Array<ArrayBuffer>,
  imprint: Uint8Array,
  nonce: Uint8Array,
): Promise<void> => {
  const { status } = response.status
  if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods)
    throw new TimestampError(`The timestamp authority refused with status ${status}`)
  const { signed, info } = parseToken(response)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  if (hashAlgorithm.algorithmId !== id_sha256 || !isEqual(imprint, hashedMessage))
    throw new TimestampError('The timestamp is of another signature')
  if (!info.nonce || !isEqual(nonce, info.nonce))
    throw new TimestampError('The timestamp is of another request')
  if (!(await isSigned(signed, stamped))) throw new TimestampError('The timestamp has no valid signature')
}

/** RFC 3161; rejects with a `TimestampError`. */
export const requestTimestamp = async (
  authority: TimestampAuthority,
  stamped: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> => {
  const nonce = createNonce()
  const imprint = Uint8Array.from(createHash('sha256').update(stamped).digest())
  const { response, tokenBytes } = responseIn(await post(authority, queryOf(imprint, nonce)))
  await checkResponse(response, stamped, imprint, nonce).catch((error: unknown) => {
    throw asTimestampError(NO_TIMESTAMP, error)
  })
  return tokenBytes
}
