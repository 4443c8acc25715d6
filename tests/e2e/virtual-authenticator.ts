import type { CDPSession, Page } from '@playwright/test'

type Credential = Awaited<ReturnType<typeof getCredentials>>[number]

const getCredentials = async (session: CDPSession, authenticatorId: string) =>
  (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials

/** A virtual authenticator whose user is present and verified. */
export const addAuthenticator = async (page: Page, { isSynced = false } = {}) => {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: isSynced,
      defaultBackupState: isSynced,
    },
  })
  return {
    /** If false, the next request is canceled. */
    recognize: (isRecognized: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isRecognized }),
    credentials: () => getCredentials(session, authenticatorId),
    /** As a device that was not told of a removal. */
    restore: (credential: Credential) =>
      session.send('WebAuthn.addCredential', { authenticatorId, credential }),
    remove: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
      await session.send('WebAuthn.disable')
      await session.detach()
    },
  }
}
