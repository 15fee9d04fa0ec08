(ns events.protocols
  (:require [clojure.string :as str]))

(defprotocol Store
  (append! [this event])
  (all-events [this]))

(defprotocol Describe
  (describe [this]))

(defn- blank-name [s]
  (if (str/blank? s) "unknown" s))

(extend-type String
  Describe
  (describe [this] (blank-name this)))

(extend-protocol Describe
  Long
  (describe [n] (str "number " n))
  nil
  (describe [_] (blank-name nil)))
