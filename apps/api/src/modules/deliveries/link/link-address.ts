import type { Queryable } from '../../../platform/database/database.ts'
import { recipientOf, type DeliveryContextReader } from '../sending/delivery-context.ts'
import {
  codeAddress,
  codeProblem,
  type Address,
  type CodeProblem,
  type SendingServices,
} from '../sending/sending-rules.ts'
import type { Link } from './links.repository.ts'

const EVERY_LAB = { everyLab: true } as const

interface AddressRequest {
  link: Pick<Link, 'reportId' | 'delegateId' | 'channel'>
  deliveryContext: DeliveryContextReader
  services: SendingServices
}

export const findLinkAddress = async (db: Queryable, of: AddressRequest): Promise<Address | undefined> => {
  const found = await findLinkContact(db, of)
  return typeof found === 'string' ? undefined : found
}

/** The address for a code, or why there is none. */
export const findLinkContact = async (db: Queryable, of: AddressRequest): Promise<Address | CodeProblem> => {
  const { reportId, delegateId, channel } = of.link
  const context = await of.deliveryContext.find(EVERY_LAB, db, reportId)
  const recipient = context && recipientOf(context, delegateId)
  if (!recipient) return 'no-contact'
  return codeAddress(recipient, channel, of.services) ?? codeProblem(recipient)
}
