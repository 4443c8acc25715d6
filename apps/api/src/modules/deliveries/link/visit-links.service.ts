import {
  shownDay,
  shownMoment,
  visitLinkText,
  type Answer,
  type contract,
  type Language,
} from '@zelab/contract'
import QRCode from 'qrcode'
import type { Context } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/app-error.ts'
import { labScopeOf, type Caller } from '../../../core/caller.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { hashSecretToken } from '../../../platform/encryption.ts'
import { recordActivity } from '../../activity/activity.service.ts'
import { lockPatientRecord } from '../../patients/record/lock-patient.ts'
import { newLinkToken } from './link-token.ts'
import { linkAddress } from '../message-templates/message.ts'
import { SEND_LIMIT } from '../sending/sending-rules.ts'
import { endLinkOfVisit, findSlipEnd, findVisitToLink, saveVisitLink } from './visit-links.repository.ts'

type HandedOver = Answer<typeof contract.deliveries.handOverVisitLink>['data']

/** Slips with a link to a visit. */
export const createVisitLinkService = ({
  database,
  clock,
  timeZone,
  publicUrl,
  rateLimiter,
}: Pick<Context, 'database' | 'clock' | 'timeZone' | 'publicUrl' | 'rateLimiter'>) => {
  const limiter = rateLimiter('visit-links', SEND_LIMIT)

  return {
    /** Handed over in person, so it needs no consent. */
    async handOver(caller: Caller, visitId: number, language: Language): Promise<HandedOver> {
      await limiter.attempt({ account: String(caller.user.id), address: caller.address })
      const zone = await timeZone()
      const token = newLinkToken()
      const link = linkAddress(publicUrl, token)
      const { visit, endsAt } = await database.transaction(async (tx) => {
        const found = await findVisitToLink(labScopeOf(caller), tx, visitId)
        if (!found) throw notFound('VISIT_NOT_FOUND')
        await lockPatientRecord(tx, caller, found.patientId)
        const locked = await findVisitToLink(labScopeOf(caller), tx, visitId)
        // Moved by a merge meanwhile.
        if (locked?.patientId !== found.patientId) throw conflict('RECORD_CHANGED')
        if (locked.isCanceled) throw conflict('VISIT_CANCELED')
        if (!locked.isOn) throw conflict('VISIT_LINKS_OFF')
        const tokenHash = hashSecretToken(token)
        await saveVisitLink(tx, { visitId, tokenHash, language, createdBy: caller.user.id })
        await recordActivity(tx, caller, {
          action: 'delivery.hand-over',
          object: { type: 'patient', id: locked.patientId },
          labId: locked.labId,
          summary: `Made a link to visit #${visitId} for patient ZL-${locked.patientId}`,
        })
        return { visit: locked, endsAt: await findSlipEnd(tx, tokenHash) }
      })
      const until = shownDay(language, endsAt, zone)
      const { expectedAt, isReady } = visit
      const isAhead = !isReady && expectedAt !== null && new Date(expectedAt) > clock.now()
      const expected = isAhead ? shownMoment(language, expectedAt, zone) : null
      const lab = { name: visit.labName, phone: visit.labPhone, slipPaper: visit.slipPaper }
      return {
        language,
        lab,
        link,
        until,
        expected,
        isReady,
        text: visitLinkText(language, { lab: lab.name, phone: lab.phone, link, until, expected, isReady }),
        qrCode: await QRCode.toString(link, { type: 'svg', margin: 2 }),
      }
    },

    /** The visit was moved to another patient, other than by a merge. */
    async endOfMoved(
      tx: Queryable,
      caller: Caller,
      { visitId, labId, patientId }: { visitId: number; labId: number; patientId: number },
    ): Promise<void> {
      if (!(await endLinkOfVisit(tx, visitId))) return
      await recordActivity(tx, caller, {
        action: 'delivery.revoke',
        object: { type: 'patient', id: patientId },
        labId,
        summary: `Ended the link to visit #${visitId}, which was moved to patient ZL-${patientId}`,
      })
    },
  }
}
