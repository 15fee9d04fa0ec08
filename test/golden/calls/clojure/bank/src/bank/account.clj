(ns bank.account
  (:require [bank.events :as ev]
            [bank.log :as log])
  (:use [bank.rules :only [allowed?]]))

(defonce accounts (atom {}))

(def empty-account {:balance 0})

(defn replay [events]
  (reduce (fn [acc e] (ev/apply-to e acc)) empty-account events))

(defn deposit! [id amount]
  (let [event (ev/->Deposited amount)]
    (when (allowed? id event)
      (swap! accounts update id append event)
      (log/write! (ev/label event)))))

(defn- append [events e] (conj (or events []) e))

(defn withdraw! [id amount]
  (->> (ev/->Withdrawn amount nil)
       (swap! accounts update id append))
  (audit id))

(defn audit [id]
  (some-> @accounts
          (get id)
          replay
          :balance
          log/write!))

(defmacro with-account [id & body]
  `(let [account# (find-account ~id)] ~@body))

(defn find-account [id] (get @accounts id))
