// For tests only, valid for localhost until 2126. No program trusts it by default.
const KEY = [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeCKSLLLuNJpiqnTU',
  '0/Zarl5R2wm8TaXq5Hwbv+iZFfWhRANCAAQVsVoqU8tIyDM80nykdyfvErLQ/NNm',
  '5rdFGD9rhsepuvlOr3GNVFbxK/VRGs7MICJChwmqKj5JxIOxRtmW6/MW',
]
const CERTIFICATE = [
  'MIIBlDCCATugAwIBAgIUA2oYmanQ/Id4Zyxq8qTGZeZi+bMwCgYIKoZIzj0EAwIw',
  'FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAxNTMzOVoYDzIxMjYxMDMw',
  'MDE1MzM5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO',
  'PQMBBwNCAAQVsVoqU8tIyDM80nykdyfvErLQ/NNm5rdFGD9rhsepuvlOr3GNVFbx',
  'K/VRGs7MICJChwmqKj5JxIOxRtmW6/MWo2kwZzAdBgNVHQ4EFgQUKq9uhnvKYE5m',
  'r7RRpeFUr0LKMXgwHwYDVR0jBBgwFoAUKq9uhnvKYE5mr7RRpeFUr0LKMXgwDwYD',
  'VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID',
  'RwAwRAIgE3x3ltnP3lXjzA0/3UBsDEAi2BT5y3Z+okibNDMtyS8CIBepGBdDpgg4',
  '8DtHC9pSWOq6G4rhaoPSpWDLze3uxh5N',
]

const pem = (label: string, lines: readonly string[]) =>
  [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')

export const LOCALHOST_TLS = { key: pem('PRIVATE KEY', KEY), cert: pem('CERTIFICATE', CERTIFICATE) }
