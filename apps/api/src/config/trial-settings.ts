import type { z } from 'zod'

/** The secrets of compose.yaml, which everyone can read. */
const TRIAL_SECRETS: Readonly<Record<string, string>> = {
  SECRET_KEY: 'for-trying-out-only-0123456789abcdef',
  METRICS_TOKEN: 'for-trying-out-only',
  ADMIN_PASSWORD: 'Trying-0ut!',
  S3_SECRET_ACCESS_KEY: 'for-trying-out',
}
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

const isReachable = (address: string | undefined) =>
  address !== undefined && !LOOPBACK.test(new URL(address).hostname)

/** A trial on one machine is opened by a loopback address. */
export const checkTrialSecrets = (
  settings: { APP_URL?: string | undefined; PUBLIC_URL?: string | undefined } & object,
  context: z.core.$RefinementCtx,
): void => {
  if (!isReachable(settings.APP_URL) && !isReachable(settings.PUBLIC_URL)) return
  for (const [name, value] of Object.entries(settings))
    if (value !== undefined && value === TRIAL_SECRETS[name])
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'must be a secret of this installation: everyone knows that of compose.yaml',
      })
}
