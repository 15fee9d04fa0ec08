/** Where the intents lie in the space of the built-in embedding. Made by scripts/train/intents.ts; do not edit. */
import type { Intent } from "../../base/types.ts";

/** Of which table (`TokenTable.hash`). */
export const CENTROIDS_OF = "6912bcc6b3671023";

/** The score of a unit vector is `scale` · row · vector + `bias`; rows are signed bytes in base64. */
export const CENTROIDS: Record<Intent, { scale: number; bias: number; row: string }> = {
  understand: {
    scale: 0.0832757,
    bias: -4.08265,
    row: "PeYJAjr12ALrCSIiEBsAIA8w3dbafx/G9SDNQSQLHP8sPBP7BB8mEg8g+bwIpxNFBxvS8p4D1Py95Pj5CPQExwjcC+gv39f61xbt7Rrs9zFI5OYT6QwE1KTNG+oOChUF7A/J8B8N9//cAgQCBRPqEPXs6Pf65yIbKATz4DrkEA0=",
  },
  fix_bug: {
    scale: 0.0651805,
    bias: -4.96879,
    row: "rwz5G83q5AjHPSIsJzYqAyQ66DT4RvmY4/0PHWsU+dUAGQoDQTdRvPZNGLL0OP/5z+ADGvyByODFy8IV+6s21QwMXCfQs9fjnWHLOvG98uwQ3P4K+DnpqebRPcwmUvwJvhvd9wreQsUo3eH0KTow4v8WKFDs8EktHArTWEMJ9hg=",
  },
  add_feature: {
    scale: 0.0661505,
    bias: -5.5182,
    row: "HegCRkIgsM0p7aE1NQXo1x3MLvYuLgqW/jvl3x6zE8sCGkEmHe9Z4ylGRZNCHvMSAgWQ4+epFf/H1dLWFcktJ9nmMA7h5rLi0lrfGVm4MutmLckCuSe2K7gnOazq890sCgjtOSQINathJrCwDQsC6QjmEyrADiXeNuuz3X8jAtc=",
  },
  refactor: {
    scale: 0.0733508,
    bias: -4.78579,
    row: "f+DRojwpLASX7gEa+gsSH84d8xcMQNHA8EjQLg/zJdgRQ+Di0CD+ANv9D6DV9vUF36zDEQHJBSMq7xLs/95By9ML5vPszZX96yrd5PPcB8cV2Tu52PnT0L4rGvT2ufLYCKUHFiwMGNsKFQ8S6xsNCyXHtPwz+gJMKNO/79gKCNM=",
  },
  find_definition: {
    scale: 0.0628011,
    bias: -4.78763,
    row: "ShXvzD8yyVf5s9z2HgLbBBrsy0AQC+zR8CS4OPm4RCf4FCXHORRyVkp9Fpr8L/gW5/W1INz7vtm8Lxif3rgnvdX5M73c+94F4j25J38CT+8f5hza2Pmj5MMfJ+Lc4kclHOXQ+0MIt/geNer3RiFU7OTxTulD+u/w9wKvxTYK3+g=",
  },
  find_decision: {
    scale: 0.0578661,
    bias: -4.08905,
    row: "CCctk0obHgv/Cewk9uMhY7X3Nvj0GFkL9VLBB+knB5348S1ZMT8Q9i0yQA/jxOYSpiqwHvn77cS28/yBMLdDI/0uGhrGub9eBmwlxlYQSzfpBckUHOwH5NSrbRkMmPUX+e0gDTzSAArhPhzl56bjhvYZA2YRqAz4IPDSPGcQayk=",
  },
  explore: {
    scale: 0.036456,
    bias: -1.69449,
    row: "GrAuIAz8nDQ8qvcjCbYYGsDfhwk9AWy0CA7ATQKBGd4LCAQIWyBPDcBu8qEmt9Q1/y2wCbG3+cGO/w3yB4Um0vD+7h30GRnByyQICVfYIcj+FtsDNPHwn6wlYbvK2QoUAibS0Bg+IOUbADyyF/FN0yETPOH8EBcJAR3vBEUME1w=",
  },
};
