export const PUBLISH_AUTOMATICALLY = 'publish-inbox-item'
