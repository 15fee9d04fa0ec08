(ns bank.events
  "Events of the bank."
  (:require [clojure.set :as set]))

(defprotocol Event
  (apply-to [event account] "Changes the account.")
  (label [event]))

(defn money [n] (format "%.2f" (double n)))

(defrecord Deposited [amount]
  Event
  (apply-to [_ account] (update account :balance + amount))
  (label [_] (str "in " (money amount))))

(deftype Withdrawn [amount at]
  Event
  (apply-to [this account] (check-balance account amount) (update account :balance - amount))
  (label [this] (describe this)))

(defn check-balance [account amount]
  (when (< (:balance account) amount) (throw (insufficient account))))

(defn- insufficient [account] (ex-info "no" account))

(defn describe [e] (str "out " (.amount e)))

(defn nothing []
  (reify Event
    (apply-to [_ account] (touch account))
    (label [_] "none")))

(defn touch [a] (assoc a :touched true))
